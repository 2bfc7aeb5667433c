/**
 * Waits until all have ended, also when one fails: Lambda freezes a request that is under way when a function answers.
 * @throws the error of the first that failed, in their order
 */
export const waitForAll = async <const Work extends readonly Promise<unknown>[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> => {
  await Promise.allSettled(work);
  return Promise.all(work);
};
