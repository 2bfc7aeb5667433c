import { cpus } from 'node:os';
import { BenchError, type Measure, type Measurement } from './measure.ts';
import type { Storage } from './storage.ts';
import { FLOOR, JOBS, type Job, SERVICE, type Subject } from './subjects.ts';
import { verdict } from './verdict.ts';

/** Warm calls are many and vary little, so only every third round has them. */
const WARM_EVERY = 3;

/** The floor once more: it is measured twice in every round. */
const AGAIN = `${FLOOR}, again`;

/** A subject with its measurements, one for each round. */
interface Measured extends Subject, Readonly<Record<'cold' | 'warm', Measurement[]>> {}

export type Figure = ReturnType<typeof toFigure>;

/** What a run of the bench found. */
export type Report = Awaited<ReturnType<typeof compare>>;

/** Shows the share of a run that is done, 0 to 1. */
const showProgress = (share: number): void => {
  if (process.stderr.isTTY) process.stderr.write(`\r${Math.floor(share * 100)}% `);
};

/** The same items in a random order: a slow phase of the machine affects all of them. */
const shuffle = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => [Math.random(), item] as const)
    .sort(([one], [other]) => one - other)
    .map(([, item]) => item);

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
};

/**
 * Runs every subject once, without using what it measures, and counts its requests to DynamoDB.
 * @returns the requests of two invocations of each operation
 * @throws BenchError if a contender does not send the same requests as the service
 */
export const requireSameRequests = async (
  subjects: readonly Subject[],
  measure: Measure,
  { takeRequests }: Storage,
): Promise<Readonly<Record<string, string>>> => {
  const requests: Record<string, string> = {};
  takeRequests();
  for (const subject of subjects) {
    const { contender, job } = subject;
    await measure('cold', subject);
    const its = takeRequests();
    const right = requests[job] ?? its;
    requests[job] = right;
    if (its !== right) {
      throw new BenchError(`${contender}, ${job}: it sends ${its}; the service sends ${right}`);
    }
  }
  return requests;
};

/** Measures every subject once in each round, and the floor twice. */
export const compare = async (subjects: readonly Subject[], measure: Measure, rounds: number) => {
  const twice = subjects
    .filter(({ contender, job }) => contender === FLOOR && job === JOBS[0])
    .map((floor) => ({ ...floor, contender: AGAIN }));
  const all = [...subjects, ...twice].map((one): Measured => ({ ...one, cold: [], warm: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, one] of shuffle(all).entries()) {
      one.cold.push(await measure('cold', one));
      if (round % WARM_EVERY === 0) one.warm.push(await measure('warm', one));
      showProgress((round + (index + 1) / all.length) / rounds);
    }
  }
  const figures = all.map((one) => toFigure(one, all));
  const [noise] = figures.filter(({ contender }) => contender === AGAIN);
  if (noise === undefined) throw new BenchError('The floor was not measured twice');
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `Node ${process.version}, ${process.arch}, ${cpus()[0]?.model ?? ''}`,
    rounds,
    /** The floor compared with itself: a smaller difference means nothing. */
    noise,
    figures: figures.filter((figure) => figure !== noise),
  };
};

/** All but the bytes are ratios, medians of the rounds: what a contender takes by what the floor takes in the same round. */
const toFigure = (measured: Measured, all: readonly Measured[]) => {
  const { contender, job, zipBytes } = measured;
  const floor = all.find((one) => one.contender === FLOOR && one.job === job);
  const ratio = (kind: 'cold' | 'warm', of: 'cpu' | 'memory'): number =>
    median(
      measured[kind].flatMap((value, round) => {
        const base = floor?.[kind][round];
        return base === undefined ? [] : value[of] / base[of];
      }),
    );
  return {
    ...{ contender, job, zipBytes },
    coldCpu: ratio('cold', 'cpu'),
    memory: ratio('cold', 'memory'),
    warm: ratio('warm', 'cpu'),
  };
};

/** The cold starts of the service by those of the floor, in processor time: one ratio for each round. */
export type Paired = Readonly<Record<Job, number[]>>;

/** Compares the cold start of each operation with the floor's, one right after the other, until each has a verdict. */
export const checkColdStarts = async (
  subjects: readonly Subject[],
  measure: Measure,
): Promise<Paired> => {
  const all: Paired = { getPet: [], createPet: [], listPets: [] };
  const open = () => JOBS.filter((job) => verdict(all[job]) === undefined);
  while (open().length > 0) {
    for (const job of shuffle(open())) {
      const time = { service: 0, floor: 0 };
      for (const subject of shuffle(subjects.filter((one) => one.job === job))) {
        const { cpu } = await measure('cold', subject);
        time[subject.contender === SERVICE ? 'service' : 'floor'] = cpu;
      }
      all[job].push(time.service / time.floor);
    }
    showProgress(1 - open().length / JOBS.length);
  }
  return all;
};
