/**
 * Waits until both have ended, also when one fails: Lambda freezes a request that is under way when a function answers.
 * @throws the error of the first that failed, in their order
 */
export const waitForAll = async <First, Second>(
  work: readonly [Promise<First>, Promise<Second>],
): Promise<[First, Second]> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
