import { LONGEST_TIMER } from './exchange.ts';
import type { CallOptions } from './options.ts';
import { type ErrorCode, PetStoreError } from './pet-store-error.ts';

/** Milliseconds. It doubles with every attempt. */
const PAUSE = 200;
/** Milliseconds. A caller who would wait longer gets the error at once. */
const LONGEST_PAUSE = 60_000;

/** Errors after an attempt that may have taken effect: its answer was not 429, or was lost. */
const AFTER_DOUBT = new WeakSet<PetStoreError>();

/**
 * Sends a request, and sends it again while its error says that this is safe.
 *
 * The pause is random, so that clients that were refused together do not come back together.
 */
export const withRetries = async <Answer>(
  send: (attempt: number) => Promise<Answer>,
  { signal, maxRetries = 4 }: CallOptions,
): Promise<Answer> => {
  let doubt = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      if (!(error instanceof PetStoreError)) throw error;
      if (doubt) AFTER_DOUBT.add(error);
      doubt ||= error.status !== 429;
      const wait = error.retryAfter * 1000;
      if (!error.safeToRepeat || !(attempt <= maxRetries) || wait > LONGEST_PAUSE) throw error;
      await pause(wait + Math.random() * PAUSE * 2 ** attempt, signal);
    }
  }
};

/** Waits for a delete. The error `notFound` is a success after an attempt that may have deleted the thing. */
export const unlessGone = async (sent: Promise<unknown>, notFound: ErrorCode): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    const isPetStoreError = error instanceof PetStoreError;
    if (!isPetStoreError || error.code !== notFound || !AFTER_DOUBT.has(error)) throw error;
  }
};

/** Waits. Where the signal ends it, it fails with the signal's reason. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // One of its own: many pauses at once would be more listeners than Node expects.
    const own = signal && AbortSignal.any([signal]);
    const end = () => {
      clearTimeout(timer);
      own?.removeEventListener('abort', end);
      if (own?.aborted) reject(own.reason);
      else resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, LONGEST_TIMER));
    own?.addEventListener('abort', end);
  });
