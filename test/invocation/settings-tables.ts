import { CAPACITY } from '../../infra/cost/capacity.ts';
import { durationCost } from '../../infra/cost/cost.ts';
import { ASSUMED } from '../../infra/cost/measurements.ts';
import { table } from '../../infra/cost/page.ts';
import { PRICES } from '../../infra/cost/prices.ts';

/** What a function takes: milliseconds of processor time, megabytes. */
export interface Measured {
  readonly what: string;
  readonly init: number;
  readonly first: number;
  readonly warm: number;
  readonly afterFirst: number;
  readonly peak: number;
}

/** Megabytes that give a function one whole processor ("Configure Lambda function memory"). */
const WHOLE = 1769;

const MEMORIES = [128, 256, 512, 1024, WHOLE];

/** The middle one of some numbers. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** What was measured, as a Markdown table. */
export const measuredTable = (all: readonly Measured[]): string =>
  table(
    ['Function', 'Init', 'First call', 'Warm call', 'MB after the first', 'MB at most'],
    all.map(({ what, init, first, warm, afterFirst, peak }) => [
      `\`${what}\``,
      ...[init, first].map((milliseconds) => `${milliseconds.toFixed(1)} ms`),
      `${warm.toFixed(2)} ms`,
      ...[afterFirst, peak].map((megabytes) => megabytes.toFixed(0)),
    ]),
  );

const tripsOf = (what: string): number =>
  Object.entries(CAPACITY).find(([work]) => work === what)?.[1].trips ?? 0;

/**
 * What that means at several settings of memory, as a Markdown table: a function with less than a
 * whole processor waits for its share. Whether it does so during init as well, AWS does not say in
 * the developer guide, so the time of a cold start is given for both.
 */
export const memoryTable = ({ what, init, first, warm }: Measured): string =>
  table(
    [`\`${what}\`, MB`, 'Cold', 'Warm', 'A million warm calls', 'A million cold starts more'],
    MEMORIES.map((memory) => {
      const share = memory / WHOLE;
      const trips = tripsOf(what) * ASSUMED.tripToDynamoDB;
      const firstCall = first / share + trips;
      const call = warm / share + trips;
      const dollars = (milliseconds: number) =>
        durationCost(Math.ceil(milliseconds), memory / 1024);
      const cold = [init + firstCall, init / share + firstCall].map((time) => time.toFixed(0));
      return [
        String(memory),
        `${[...new Set(cold)].join(' to ')} ms`,
        `${call.toFixed(1)} ms`,
        `$${(PRICES.invocation.dollars + dollars(call)).toFixed(2)}`,
        `$${(dollars(init + firstCall) - dollars(call)).toFixed(2)}`,
      ];
    }),
  );
