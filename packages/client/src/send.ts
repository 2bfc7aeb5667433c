import type { IsAnswer } from './answers.ts';
import { keepEtag, unlessKnown } from './etags.ts';
import { type Answer, exchange } from './exchange.ts';
import { exactText, writeJson } from './json.ts';
import type { ClientOptions, Options } from './options.ts';
import { withRetries } from './retry.ts';
import { VERSION } from './version.ts';

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

/** @throws TypeError for an address, a key or a name that cannot be one, and for an unknown option */
export const createSend = (given: ClientOptions) => {
  const { baseUrl, apiKey, fetch, userAgent = '', ...forAll } = given;
  if (!baseUrl) throw new TypeError('baseUrl is missing: give the base address of the API.');
  if (!isAddress(baseUrl)) {
    throw new TypeError(
      'baseUrl must be an http or https address, without a user name, a query or a fragment.',
    );
  }
  if (!apiKey) throw new TypeError('apiKey is missing: give an API key of the stage.');
  if (typeof apiKey === 'string') headerText('apiKey', apiKey);
  refuseUnknown(forAll, FOR_ALL);
  const words = userAgent.split(' ').filter(Boolean);
  for (const word of words) headerText('userAgent', word);
  const agent = [...words, `pet-store-client/${VERSION}`].join(' ');
  // A browser would ask the service first whether it may name another one.
  const headers = 'document' in globalThis ? {} : { 'User-Agent': agent };
  return async <Body>(
    operation: `${string} ${string}`,
    isAnswer: IsAnswer<Body>,
    input: Input,
    options: Options,
  ): Promise<Answer<Body>> => {
    const [method = '', path = ''] = operation.split(' ');
    refuseUnknown(options, [...FOR_ALL, ...FOR_ONE]);
    const all: Options = { ...forAll, ...withoutUndefined(options) };
    const { idempotencyKey: key, known, ...forCall } = all;
    const { body, once, condition } = input;
    const request = {
      ...forCall,
      fetch,
      url:
        baseUrl.replace(/\/$/, '') + expandPath(path, input.path ?? {}) + search(input.query ?? {}),
      method,
      headers: {
        ...headers,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(once && {
          'Idempotency-Key': headerText('idempotencyKey', key ?? crypto.randomUUID()),
        }),
        ...condition,
        ...unlessKnown(known),
      },
      ...(body !== undefined && { body: writeJson(body) }),
      repeatable: input.repeatable ?? isRepeatable(method, input),
      // A list of one thing has it alone.
      known: isAnswer(known) ? known : [known],
      isAnswer,
    };
    const answer = await withRetries(async (attempt) => {
      const key = headerText('apiKey', typeof apiKey === 'string' ? apiKey : await apiKey());
      const withKey = { Authorization: `Bearer ${key}`, ...request.headers };
      return exchange({ ...request, headers: withKey }, attempt);
    }, forCall);
    keepEtag(answer);
    return answer;
  };
};

/** What the client takes for all of its calls, and what one call takes besides. */
const FOR_ALL = ['timeout', 'maxRetries', 'onResponse'];
const FOR_ONE = ['signal', 'idempotencyKey', 'onlyNew', 'pause', 'known'];

/** The least that an option may be. */
const LEAST: Readonly<Record<string, number>> = { timeout: 1, maxRetries: 0, pause: 0 };

/** A misspelt option would have no effect, and nobody would see it. */
const refuseUnknown = (options: object, known: readonly string[]): void => {
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name)) {
      throw new TypeError(`${name} is not an option here: these are ${known.join(', ')}.`);
    }
    const least = LEAST[name];
    if (least === undefined || value === undefined) continue;
    if (typeof value !== 'number' || !(value >= least)) {
      throw new TypeError(`${name} must be a number, ${least} or more.`);
    }
  }
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
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].join('') === '';
};

const expandPath = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const text = exactText(name, values[name]);
    // The URL of another operation.
    if (/^\.{0,2}$/.test(text)) throw new TypeError(`${name} is "${text}", which is not an id.`);
    return encodeURIComponent(text);
  });

const search = (query: object): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(withoutUndefined(query))) {
    parameters.set(name, exactText(name, value));
  }
  return String(parameters) && `?${parameters}`;
};

const withoutUndefined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
