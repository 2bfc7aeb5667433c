import { PetStoreError } from './pet-store-error.ts';

/** Requests at most, with the first one. */
const ATTEMPTS = 5;

/** Milliseconds. It doubles with every attempt. */
const PAUSE = 200;

/** Milliseconds. Who is to wait longer than this gets the error at once. */
const LONGEST_PAUSE = 60_000;

const AFTER_DOUBT = new WeakSet<PetStoreError>();

/** Whether an attempt before the one that failed may have taken effect: its answer was not 429, or was lost. */
export const mayBeDone = (error: PetStoreError): boolean => AFTER_DOUBT.has(error);

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
  let doubt = false;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      if (!(error instanceof PetStoreError)) throw error;
      if (doubt) AFTER_DOUBT.add(error);
      doubt ||= error.status !== 429;
      if (!error.safeToRepeat || attempt === ATTEMPTS) throw error;
      const wait = error.retryAfter * 1000;
      if (wait > LONGEST_PAUSE) throw error;
      await pause(wait + Math.random() * PAUSE * 2 ** attempt, signal);
    }
  }
};

/**
 * Waits.
 * @throws the reason of the signal
 */
export const pause = async (
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<void> => {
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
