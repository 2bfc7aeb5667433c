import { type ErrorCode, PetStoreError } from './pet-store-error.ts';
import { mayBeDone } from './retry.ts';

/**
 * Waits for a delete. "Not found" is a success where an earlier attempt, whose answer was lost, may have deleted
 * the thing.
 * @param notFound the code of that error
 */
export const unlessGone = async (sent: Promise<unknown>, notFound: ErrorCode): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    const gone = error instanceof PetStoreError && error.code === notFound && mayBeDone(error);
    if (!gone) throw error;
  }
};
