import { type ErrorCode, PetStoreError } from './pet-store-error.ts';

/**
 * Waits for a delete. From the second attempt on, "not found" is a success: an earlier attempt, whose answer was
 * lost, has deleted the thing.
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
