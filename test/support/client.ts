import { setTimeout } from 'node:timers/promises';
import { requireEnv } from '../../lib/process/env.ts';
import { parseJson, writeJson } from '../../lib/values/json.ts';

/** An answer; a body of JSON is read without loss, any other is undefined. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** A value to send as JSON, or a text or bytes to send unchanged. */
  readonly body?: unknown;
  /** @default the key of API_KEY; null sends no Authorization */
  readonly key?: string | null;
  readonly signal?: AbortSignal;
}

/** The service under test; address and key come from outside. */
export interface Service {
  readonly baseUrl: string;
  readonly apiKey: string;
}

export const serviceUnderTest = (): Service => ({
  baseUrl: requireEnv('BASE_URL'),
  apiKey: requireEnv('API_KEY'),
});

/** Sends one request. `path` is relative to the base address, or an absolute URL. */
export const send = async (
  { baseUrl, apiKey }: Service,
  path: string,
  { method = 'GET', headers = {}, body, key = apiKey, signal }: CallOptions = {},
): Promise<Answer> => {
  const response = await fetch(path.startsWith('http') ? path : `${baseUrl}${path}`, {
    method,
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: isRaw(body) ? body : writeJson(body) }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson(response) && text !== '' ? parseJson(text) : undefined,
  };
};

/** The servers in front of API Gateway answer in plain text. */
const isJson = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.startsWith('application/json') ?? false;

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array;

/** Sends one request, and repeats it after `Retry-After`. */
export const call = async (
  path: string,
  options: CallOptions = {},
  service: Service = serviceUnderTest(),
): Promise<Answer> => {
  for (;;) {
    const answer = await send(service, path, options);
    if (answer.status !== 429) return answer;
    await setTimeout(1000 * Number(answer.headers.get('Retry-After')));
  }
};

/** Sends many requests at once until some exceed the account's limit, which should be that of `standard`. Returns their answers. */
export const floodUntilLimited = async (service: Service): Promise<Answer[]> => {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const flood = Array.from({ length: 250 }, () => send(service, '/pets?limit=0'));
    const limited = (await Promise.all(flood)).filter(({ status }) => status === 429);
    if (limited.length > 0) return limited;
  }
  return [];
};
