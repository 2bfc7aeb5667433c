import * as z from 'zod';
import type { Measured } from './rounds.ts';
import { FLOOR } from './subjects.ts';

/** Times in milliseconds, or microseconds for `warm`; the others are ratios to the floor, or bytes. */
const figure = z.object({
  contender: z.string(),
  job: z.string(),
  coldCpu: z.number(),
  coldWall: z.number(),
  memory: z.number(),
  warm: z.optional(z.number()),
  initBytes: z.number(),
  zipBytes: z.number(),
  milliseconds: z.object({ init: z.number(), first: z.number(), second: z.number() }),
  microseconds: z.optional(z.number()),
});
export type Figure = z.infer<typeof figure>;

/** What a run of the bench found. */
export const report = z.object({
  date: z.string(),
  machine: z.string(),
  engine: z.string(),
  rounds: z.number(),
  /** The floor compared with itself: a smaller difference means nothing. */
  noise: z.object({ coldCpu: z.number(), coldWall: z.number(), memory: z.number() }),
  figures: z.array(figure),
});
export type Report = z.infer<typeof report>;

/** The floor once more: it is measured twice in every round. */
export const AGAIN = `${FLOOR}, again`;

/**
 * Computes the figures. A ratio is the median, over all rounds, of a contender's time by the
 * floor's at the same job.
 */
export const toFigures = (measured: readonly Measured[]): Figure[] =>
  measured.map(({ subject, cold, warm }) => {
    const floor = floorOf(measured, subject.job);
    const ratio = <Value>(own: readonly Value[], its: readonly Value[], of: (v: Value) => number) =>
      median(own.flatMap((value, round) => pair(its[round], (base) => of(value) / of(base))));
    const { contender, job, initBytes, zipBytes } = subject;
    return {
      contender,
      job,
      coldCpu: ratio(cold, floor.cold, ({ init, first }) => init.cpu + first.cpu),
      coldWall: ratio(cold, floor.cold, ({ init, first }) => init.wall + first.wall),
      memory: ratio(cold, floor.cold, ({ memory }) => memory),
      initBytes,
      zipBytes,
      milliseconds: {
        init: median(cold.map(({ init }) => init.cpu)),
        first: median(cold.map(({ first }) => first.cpu)),
        second: median(cold.map(({ second }) => second.cpu)),
      },
      ...(warm.length > 0 && {
        warm: ratio(warm, floor.warm, ({ cpu }) => cpu),
        microseconds: median(warm.map(({ cpu }) => cpu)),
      }),
    };
  });

const floorOf = (measured: readonly Measured[], job: string): Measured => {
  const floor = measured.find(({ subject }) => subject.contender === FLOOR && subject.job === job);
  if (floor === undefined) throw new Error('The floor was not measured');
  return floor;
};

const pair = <Value>(value: Value | undefined, give: (value: Value) => number): number[] =>
  value === undefined ? [] : [give(value)];

/** The median, rounded to three digits after the point. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const [low = 0, high = low] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ];
  return Math.round(((low + high) / 2) * 1000) / 1000;
};
