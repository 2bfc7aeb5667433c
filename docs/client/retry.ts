import { setTimeout } from 'node:timers/promises';

/** Requests at most, the first one among them. */
const ATTEMPTS = 5;

/** Milliseconds; doubled with every attempt. */
const PAUSE = 200;

/**
 * Sends a request, and again where that may help and can do no harm.
 *
 * 429 refuses a request before anything was done, so every request may be repeated. After 503, 504
 * or a broken connection nobody knows whether a write took effect: only reads are repeated then, and
 * writes with an Idempotency-Key, which take effect once however often they are sent.
 */
export const fetchWithRetry = async (request: Request): Promise<Response> => {
  const repeatable = request.method === 'GET' || request.headers.has('Idempotency-Key');
  for (let attempt = 1; ; attempt += 1) {
    let seconds = 0;
    try {
      const response = await fetch(request.clone());
      const { status } = response;
      const passing = status === 429 || (repeatable && (status === 503 || status === 504));
      if (!passing || attempt === ATTEMPTS) return response;
      seconds = Number(response.headers.get('Retry-After'));
      await response.body?.cancel();
    } catch (error) {
      if (!repeatable || attempt === ATTEMPTS) throw error;
    }
    // At random, so that clients that were refused together do not come back together.
    await setTimeout(seconds * 1000 + Math.random() * PAUSE * 2 ** attempt);
  }
};
