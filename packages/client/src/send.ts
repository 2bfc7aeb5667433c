import type { IsAnswer } from './answers.ts';
import { type Answer, exchange } from './exchange.ts';
import { exactText, writeJson } from './json.ts';
import { withRetries } from './retry.ts';
import { keepTag } from './tags.ts';

/** What a client needs to know. */
export interface ClientOptions {
  /** The base address of the API. It ends in `/v1`. */
  readonly baseUrl: string | undefined;
  /** An API key of the same stage. */
  readonly apiKey: string | undefined;
}

/** What every method takes. */
export interface CallOptions {
  /** Ends the call and its repetitions. */
  readonly signal?: AbortSignal | undefined;
}

/** What the methods that create something take. */
export interface CreateOptions extends CallOptions {
  /**
   * Keep it and give it again to repeat the call later, within 24 hours.
   * @default a new UUID, which makes the client's own repetitions safe
   */
  readonly idempotencyKey?: string | undefined;
}

/** What the methods take that create or replace something. */
export interface PutOptions extends CallOptions {
  /** Whether it fails with `precondition_failed` where the thing is there already. By default it does not. */
  readonly onlyNew?: boolean;
}

/** What an operation takes. */
interface Input {
  readonly path?: Readonly<Record<string, bigint | string>>;
  readonly query?: object;
  readonly body?: unknown;
  /** Whether an idempotency key makes it take effect once, however often it is sent. */
  readonly once?: boolean;
  /** The headers that make a change fail by what is there. */
  readonly condition?: Readonly<Record<string, string>>;
  /** Whether a second one changes nothing: `isRepeatable` tells it of others. */
  readonly repeatable?: boolean;
}

/** Sends requests, again where that is safe. */
export type Send = ReturnType<typeof createSend>;

/** @throws TypeError if the address or the key is missing, or cannot be one */
export const createSend = ({ baseUrl, apiKey }: ClientOptions) => {
  if (!baseUrl) throw new TypeError('baseUrl is missing: give the base address of the API.');
  if (!isAddress(baseUrl)) {
    throw new TypeError('baseUrl must be an http or https address, without a user name.');
  }
  if (!apiKey) throw new TypeError('apiKey is missing: give an API key of the stage.');
  const Authorization = `Bearer ${headerText('apiKey', apiKey)}`;
  return async <Body>(
    method: string,
    path: string,
    isAnswer: IsAnswer<Body>,
    input: Input,
    { signal, idempotencyKey: key }: CreateOptions,
  ): Promise<Answer<Body>> => {
    const { body, once, condition } = input;
    const request = {
      url: baseUrl.replace(/\/$/, '') + fillIn(path, input.path ?? {}) + search(input.query ?? {}),
      method,
      headers: {
        Authorization,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(once && {
          'Idempotency-Key': headerText('idempotencyKey', key ?? crypto.randomUUID()),
        }),
        ...condition,
      },
      body: body === undefined ? null : writeJson(body),
      signal,
      repeatable: input.repeatable ?? isRepeatable(method, input),
      isAnswer,
    };
    const answer = await withRetries((attempt) => exchange(request, attempt), signal);
    keepTag(answer);
    return answer;
  };
};

/** A second change with a condition would fail by the first one. After a second delete the thing is gone as well. */
const isRepeatable = (method: string, { once = false, condition = {} }: Input): boolean =>
  method === 'POST' ? once : method === 'DELETE' || Object.keys(condition).length === 0;

/** Checks the text of a header. An HTTP library would repeat the text in its error, and it may be secret. */
const headerText = (name: string, text: string): string => {
  if (/^[!-~]+$/.test(text)) return text;
  throw new TypeError(`${name} must be visible ASCII characters, without spaces or line breaks.`);
};

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const fillIn = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exactText(name, values[name])));

const search = (query: object): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const texts = given.map(
    ([name, value]) => `${name}=${encodeURIComponent(exactText(name, value))}`,
  );
  return given.length > 0 ? `?${texts.join('&')}` : '';
};
