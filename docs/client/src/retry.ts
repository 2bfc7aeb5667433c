import { PetStoreError } from './pet-store-error.ts';

/** Requests at most, with the first one. */
const ATTEMPTS = 5;

/** Milliseconds. It doubles with every attempt. */
const PAUSE = 200;

/**
 * Sends a request, and sends it again while its error says that this is safe.
 *
 * The pause is random, so that clients that were refused together do not come back together.
 */
export const withRetries = async <Answer>(
  send: (attempt: number) => Promise<Answer>,
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(attempt);
    } catch (error) {
      const passing = error instanceof PetStoreError && error.safeToRepeat;
      if (!passing || attempt === ATTEMPTS) throw error;
      const pause = error.retryAfter * 1000 + Math.random() * PAUSE * 2 ** attempt;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
};
