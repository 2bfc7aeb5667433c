import type { IsAnswer } from './answers.ts';
import { parseJson } from './json.ts';
import type { components } from './openapi.ts';
import { PetStoreError } from './pet-store-error.ts';

/** Milliseconds for one attempt: the service answers within 29 seconds. */
const TIME_LIMIT = 30_000;

/** A request, ready to be sent. */
export interface PreparedRequest<Body> {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether it takes effect once, however often it is sent. */
  readonly repeatable: boolean;
  /** Whether the body of a success is what the operation answers. */
  readonly isAnswer: IsAnswer<Body>;
}

/** A success; its body is undefined if there is none. */
export interface Answer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

/**
 * Sends a request once and reads its answer.
 * @throws PetStoreError if the answer is not a success, or does not come
 */
export const exchange = async <Body>(
  request: PreparedRequest<Body>,
  attempts: number,
): Promise<Answer<Body>> => {
  const { url, method, headers, body, signal } = request;
  const about = { idempotencyKey: headers['Idempotency-Key'], attempts };
  const limit = AbortSignal.timeout(TIME_LIMIT);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      // Elsewhere the key may not go, and a POST would become a GET.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body }),
    });
    text = await response.text();
  } catch (cause) {
    signal?.throwIfAborted();
    const message = `No answer came from ${new URL(url).origin}: check the address and the network.`;
    const safeToRepeat = request.repeatable;
    throw new PetStoreError({
      ...about,
      code: 'no_answer',
      message,
      retryAfter: 0,
      safeToRepeat,
      cause,
    });
  }
  const { status } = response;
  const parsed = text === '' ? undefined : parsedJson(text);
  if (response.ok && request.isAnswer(parsed)) return { body: parsed, headers: response.headers };
  throw new PetStoreError({
    ...about,
    ...(!response.ok && isServiceError(parsed)
      ? { code: parsed.code, message: parsed.message }
      : unexpected(response)),
    status,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number(response.headers.get('Retry-After')) || 0,
    // After 429 nothing was done. After 503 and 504 nobody knows whether a write took effect.
    safeToRepeat: status === 429 || (request.repeatable && status > 501),
  });
};

/** Browsers hide the status of a redirect. */
const unexpected = ({ status, type }: Response) => ({
  code: 'unexpected_answer',
  message:
    type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(status)
      ? 'The answer is a redirect, which the client does not follow: check the address that you give as baseUrl.'
      : 'The answer is not one of this service. Check that the base address ends in /v1.',
});

/** A text that is not JSON is null, which no operation answers. */
const parsedJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
};

const isServiceError = (
  body: unknown,
): body is Pick<components['schemas']['Error'], 'code' | 'message'> =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'message' in body &&
  typeof body.message === 'string';
