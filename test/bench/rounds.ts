import { isPeerJob } from './jobs.ts';
import type { Cold, Measure, Warm } from './measure.ts';
import type { Subject } from './subjects.ts';

/** Warm calls are many and vary little, so only every third round has them. */
const WARM_EVERY = 3;

/** The measurements of a subject, one for each round. */
export interface Measured {
  readonly subject: Subject;
  readonly cold: Cold[];
  /** Empty for jobs of the service and the floor alone. */
  readonly warm: Warm[];
}

/**
 * Measures every subject once in each round. The order changes, so that a slow phase of the machine
 * affects all subjects.
 * @param progress gets the share that is done, 0 to 1
 */
export const runRounds = async (
  subjects: readonly Subject[],
  rounds: number,
  measure: Measure,
  progress: (share: number) => void,
): Promise<Measured[]> => {
  const all = subjects.map((subject) => ({ subject, cold: [], warm: [] }) as Measured);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { subject, cold, warm }] of shuffle(all).entries()) {
      cold.push(await measure.cold(subject));
      if (round % WARM_EVERY === 0 && isPeerJob(subject.job))
        warm.push(await measure.warm(subject));
      progress((round + (index + 1) / all.length) / rounds);
    }
  }
  return all;
};

/** The same items in a random order. */
export const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);
