import type { Outcome, Parameters } from './simulation.ts';

/** What a simulation says of a way to hand out ids. */
export interface Figures {
  readonly storedPerSecond: number;
  /** The share of creates that were answered with 503. */
  readonly failed: number;
  /** Milliseconds from a create's arrival to its end, of those that were stored. */
  readonly median: number;
  readonly p99: number;
  /** Write units for each pet. */
  readonly units: number;
  /** Ids taken for each pet: more than 1 leaves gaps. */
  readonly idsPerPet: number;
  /** The share of pets that were stored when a higher id was there already. */
  readonly overtaken: number;
  /** Seconds since the first higher id was there, at most. */
  readonly latest: number;
  /**
   * The share of pets that a client never sees which asks once a second for what is behind the
   * highest id that it has seen.
   */
  readonly missed: number;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Sums a simulation up. */
export const figuresOf = ({ seconds }: Parameters, outcome: Outcome): Figures => {
  const { stored, failed, units, leased } = outcome;
  const times = stored.map((create) => create.stored - create.arrived).sort((a, b) => a - b);
  // Each id that was the highest when it was stored, with when that was.
  const highest: { readonly id: number; readonly since: number }[] = [];
  let [overtaken, latest, missed] = [0, 0, 0];
  let [seen, second] = [0, 0];
  for (const { id, stored: since } of stored) {
    if (Math.floor(since / 1000) > second) {
      second = Math.floor(since / 1000);
      seen = highest.at(-1)?.id ?? 0;
    }
    if (id < seen) missed += 1;
    const top = highest.at(-1)?.id ?? 0;
    if (id > top) highest.push({ id, since });
    else {
      overtaken += 1;
      latest = Math.max(latest, since - firstAbove(highest, id));
    }
  }
  const inSeconds = stored.filter((create) => create.stored <= seconds * 1000).length;
  return {
    storedPerSecond: inSeconds / seconds,
    failed: failed / (failed + stored.length),
    median: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    units: units / stored.length,
    idsPerPet: leased / stored.length,
    overtaken: overtaken / stored.length,
    latest: latest / 1000,
    missed: missed / stored.length,
  };
};

/** When the first id above this one was stored, by bisection. */
const firstAbove = (highest: readonly { id: number; since: number }[], id: number): number => {
  let [low, high] = [0, highest.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((highest[middle]?.id ?? 0) > id) high = middle;
    else low = middle + 1;
  }
  return highest[low]?.since ?? 0;
};
