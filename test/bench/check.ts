import { median } from './figures.ts';
import { JOBS } from './jobs.ts';
import type { Measure } from './measure.ts';
import { shuffle } from './rounds.ts';
import { SERVICE, type Subject } from './subjects.ts';
import { verdict } from './verdict.ts';

/** The cold starts of one function by those of the floor, in processor time. */
interface Paired {
  readonly job: string;
  /** One for each round. */
  readonly ratios: number[];
}

/**
 * Compares the cold start of each function with the floor, one after the other in the same round, until each has a verdict.
 * @param progress gets the share of functions that have theirs, 0 to 1
 */
export const checkColdStarts = async (
  subjects: readonly Subject[],
  { cold }: Pick<Measure, 'cold'>,
  progress: (share: number) => void,
): Promise<readonly Paired[]> => {
  const all: readonly Paired[] = JOBS.map((job) => ({ job, ratios: [] }));
  const isOpen = ({ ratios }: Paired) => verdict(ratios) === undefined;

  const measurePair = async ({ job, ratios }: Paired): Promise<void> => {
    const time = { service: 0, floor: 0 };
    for (const subject of shuffle(subjects.filter((one) => one.job === job))) {
      const { init, first } = await cold(subject);
      time[subject.contender === SERVICE ? 'service' : 'floor'] = init.cpu + first.cpu;
    }
    ratios.push(time.service / time.floor);
  };

  while (all.some(isOpen)) {
    for (const pair of shuffle(all.filter(isOpen))) {
      await measurePair(pair);
      progress(all.filter((one) => !isOpen(one)).length / all.length);
    }
  }
  return all;
};

/** Prints what the check found. Returns whether no function is slower than the floor. */
export const printCheck = (all: readonly Paired[]): boolean => {
  for (const { job, ratios } of all) {
    console.log(`${job.padEnd(16)}${median(ratios).toFixed(2)}×, ${ratios.length} rounds`);
  }
  const slower = all.filter(({ ratios }) => verdict(ratios) === 'slower');
  for (const { job, ratios } of slower) {
    const rounds = ratios.filter((ratio) => ratio > 1).length;
    console.error(
      `${job}: its cold start takes ${median(ratios).toFixed(2)}× that of the AWS SDK alone, and longer in ${rounds} of ${ratios.length} rounds. npm run bench shows more.`,
    );
  }
  return slower.length === 0;
};
