import { type IsAnswer, isObjectOf } from './answers.ts';
import { parseJson } from './json.ts';
import type { CallOptions, ClientOptions, FetchResponse, ReadableHeaders } from './options.ts';
import { PetStoreError } from './pet-store-error.ts';
import type { ServiceError } from './types.ts';

/** A request, ready to be sent. */
interface PreparedRequest<Body> extends CallOptions, Pick<ClientOptions, 'fetch'> {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Whether it takes effect once, however often it is sent. */
  readonly repeatable: boolean;
  /** The body of an answer of 304: what the caller has. */
  readonly known: unknown;
  /** Whether the body of a success is what the operation answers. */
  readonly isAnswer: IsAnswer<Body>;
}

/** A success; its body is undefined if there is none. */
export interface Answer<Body> {
  readonly body: Body;
  readonly headers: ReadableHeaders;
}

/** The longest that a timer can wait, in milliseconds: 24 days. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Reads an answer of which only the body counts. */
export const bodyOf = async <Body>(answer: Promise<Answer<Body>>): Promise<Body> =>
  (await answer).body;

/**
 * Sends a request once and reads its answer.
 * @throws PetStoreError if the answer is not a success, or does not come
 */
export const exchange = async <Body>(
  prepared: PreparedRequest<Body>,
  attempts: number,
): Promise<Answer<Body>> => {
  const { url, signal, timeout = 30_000, onResponse, repeatable, isAnswer, ...request } = prepared;
  const about = { idempotencyKey: request.headers['Idempotency-Key'], attempts };
  const limit = AbortSignal.timeout(Math.min(Math.ceil(timeout), LONGEST_TIMER));
  const answer = (prepared.fetch ?? fetch)(url, {
    method: request.method,
    headers: request.headers,
    ...(request.body !== undefined && { body: request.body }),
    // Elsewhere the key may not go, and a POST would become a GET.
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  });
  const [response, text] = await Promise.all([answer, answer.then((each) => each.text())]).catch(
    (cause: unknown) => {
      signal?.throwIfAborted();
      const reason = limit.aborted
        ? ` within ${timeout} ms: it is slow, or your timeout is short.`
        : ': check the address and the network.';
      const message = `No answer came from ${new URL(url).origin}${reason}`;
      const failure = { code: 'no_answer', message, retryAfter: 0, safeToRepeat: repeatable };
      throw new PetStoreError({ ...about, ...failure, cause });
    },
  );
  onResponse?.(response);
  const { ok, status, headers } = response;
  const known = status === 304 ? request.known : undefined;
  const body = known ?? parsed(text);
  if ((ok || known) && isAnswer(body)) return { body, headers };
  throw new PetStoreError({
    ...about,
    ...(!ok && isServiceError(body)
      ? { code: body.code, message: body.message }
      : { code: 'unexpected_answer', message: unexpected(response) }),
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: secondsOf(headers.get('Retry-After')),
    // After 429 nothing was done. After 503 and 504 nobody knows whether a write took effect.
    safeToRepeat: status === 429 || (repeatable && status > 501),
  });
};

/** The seconds of a Retry-After, which may be a date (RFC 9110, section 10.2.3). */
const secondsOf = (text: string | null): number => {
  const seconds = Number(text);
  const untilDate = () => Math.ceil((Date.parse(text ?? '') - Date.now()) / 1000);
  return Math.max(0, Number.isNaN(seconds) ? untilDate() : seconds) || 0;
};

/** Browsers hide the status of a redirect. */
const unexpected = ({ status, type }: FetchResponse): string =>
  type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
    ? 'The answer is a redirect, which the client does not follow: check the address that you give as baseUrl.'
    : 'The answer is not one of this service. Check that the base address ends in /v1.';

/** A text that is not JSON is null, which no operation answers. */
const parsed = (text: string): unknown => {
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return null;
  }
};

const isServiceError = isObjectOf<ServiceError>({ string: ['code', 'message'] });
