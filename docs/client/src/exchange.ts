import { parseJson } from './json.ts';
import type { components } from './openapi.ts';
import { PetStoreError } from './pet-store-error.ts';

/** Milliseconds for one attempt: the service answers within 29 seconds. */
const TIME_LIMIT = 30_000;

/** A request, ready to be sent. */
export interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether it takes effect once, however often it is sent. */
  readonly repeatable: boolean;
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
export const exchange = async (
  request: PreparedRequest,
  attempts: number,
): Promise<Answer<unknown>> => {
  const { url, method, headers, body, signal } = request;
  const about = { idempotencyKey: headers['Idempotency-Key'], attempts };
  const limit = AbortSignal.timeout(TIME_LIMIT);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && { body }),
    });
    text = await response.text();
  } catch (cause) {
    if (signal?.aborted) throw cause;
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
  const parsed = parsedJson(text);
  if (response.ok && (parsed !== undefined || text === ''))
    return { body: parsed, headers: response.headers };
  throw new PetStoreError({
    ...about,
    ...(isServiceError(parsed) ? parsed : UNEXPECTED),
    status,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number(response.headers.get('Retry-After')) || 0,
    // After 429 nothing was done. After 503 and 504 nobody knows whether a write took effect.
    safeToRepeat: status === 429 || (request.repeatable && status > 501),
  });
};

const UNEXPECTED = {
  code: 'unexpected_answer',
  message: 'The answer is not one of this service. Check that the base address ends in /v1.',
};

const parsedJson = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return undefined;
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
