/**
 * A function is slower than the floor if it takes longer in at least 18 of 21 rounds: a sign test. One that is exactly as fast
 * as the floor fails by chance in 1 of 1,343 runs, and a faster one less often.
 */
export const RULE = { rounds: 21, slower: 18 } as const;

/**
 * Says whether a function is slower than the floor.
 * @param ratios its time by the floor's, one for each round
 * @returns undefined as long as further rounds may decide either way
 */
export const verdict = (ratios: readonly number[]): 'passes' | 'slower' | undefined => {
  const slower = ratios.filter((ratio) => ratio > 1).length;
  if (slower >= RULE.slower) return 'slower';
  return ratios.length - slower > RULE.rounds - RULE.slower ? 'passes' : undefined;
};
