import { type ErrorCode, PetStoreError } from './pet-store-error.ts';

/**
 * Waits for a delete. That the thing is not there is no failure after the first attempt: an earlier one,
 * whose answer was lost, has deleted it.
 * @param notFound the code of that error
 */
export const unlessGone = async (sent: Promise<unknown>, notFound: ErrorCode): Promise<void> => {
  try {
    await sent;
  } catch (error) {
    const gone = error instanceof PetStoreError && error.code === notFound;
    if (!gone || error.attempts === 1) throw error;
  }
};
