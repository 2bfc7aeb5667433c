import { answerOf } from './answers.ts';
import { exactText } from './exact-text.ts';
import { type Answer, exchange } from './exchange.ts';
import { headerText } from './header-text.ts';
import { writeJson } from './json.ts';
import type { paths } from './openapi.ts';
import type { InputOf, MethodOf, OutputOf } from './operation-types.ts';
import { withRetries } from './retry.ts';

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

interface SendOptions extends CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** @default true, but for a POST without an idempotency key */
  readonly repeatable?: boolean;
}

/** Sends requests to the paths of one API. The OpenAPI document has their types. */
export type Send<Paths extends keyof paths> = <Path extends Paths, Method extends MethodOf<Path>>(
  method: Method,
  path: Path,
  input: InputOf<Path, Method>,
  options?: SendOptions,
) => Promise<Answer<OutputOf<Path, Method>>>;

/** @throws TypeError if the address or the key is missing, or cannot be one */
export const createSend = <Paths extends keyof paths>({
  baseUrl,
  apiKey,
}: ClientOptions): Send<Paths> => {
  if (!baseUrl) throw new TypeError('baseUrl is missing: give the base address of the API.');
  if (!isAddress(baseUrl)) {
    throw new TypeError('baseUrl must be an http or https address, without a user name.');
  }
  if (!apiKey) throw new TypeError('apiKey is missing: give an API key of the stage.');
  const Authorization = `Bearer ${headerText('apiKey', apiKey)}`;
  return async (method, path, input, { headers = {}, signal, repeatable } = {}) => {
    const body: unknown = input.body;
    const request = {
      url: baseUrl.replace(/\/$/, '') + fillIn(path, input.path ?? {}) + search(input.query ?? {}),
      method,
      headers: {
        Authorization,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : writeJson(body),
      signal,
      repeatable: repeatable ?? (method !== 'POST' || 'Idempotency-Key' in headers),
      isAnswer: answerOf(path, method),
    };
    return withRetries((attempt) => exchange(request, attempt), signal);
  };
};

const isAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '';
};

const fillIn = (path: string, values: object): string =>
  Object.entries(values).reduce(
    (filled, [name, value]) =>
      filled.replace(`{${name}}`, encodeURIComponent(exactText(name, value))),
    path,
  );

const search = (query: object): string => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.append(name, exactText(name, value));
  }
  return given.size > 0 ? `?${given}` : '';
};
