import { PetStoreError } from './pet-store-error.ts';

/** Requests at most, with the first one. */
const ATTEMPTS = 5;

/** Milliseconds. It doubles with every attempt. */
const PAUSE = 200;

/** Milliseconds. Who is to wait longer than this gets the error at once. */
const LONGEST_PAUSE = 60_000;

/**
 * Sends a request, and sends it again while its error says that this is safe.
 *
 * The pause is random, so that clients that were refused together do not come back together.
 * @param signal ends a pause
 */
export const withRetries = async <Answer>(
  send: (attempt: number) => Promise<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      const passing = error instanceof PetStoreError && error.safeToRepeat;
      if (!passing || attempt === ATTEMPTS) throw error;
      const wait = error.retryAfter * 1000;
      if (wait > LONGEST_PAUSE) throw error;
      await pause(wait + Math.random() * PAUSE * 2 ** attempt, signal);
    }
  }
};

/** @throws the reason of the signal */
const pause = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
};
