import { TIME_BUDGET } from '../process/time-budget.ts';

/** The longest pause before a failed delivery is tried again, as `Retry-After` can ask for: in ms. */
export const LONGEST_PAUSE = 24 * 60 * 60_000;

/** Clocks differ by up to so much: in ms. */
const CLOCK_DIFFERENCE = 60_000;

/**
 * The latest end that a clock which is right can set now. A later one was set by a clock that was ahead, and counts as over.
 * @param longest how long it lasts at most: ms
 * @returns as it is stored: ms from 1970 on
 */
const latestEnd = (now: Date, longest: number): number =>
  now.getTime() + longest + CLOCK_DIFFERENCE;

export const latestLease = (now: Date): number => latestEnd(now, TIME_BUDGET.lease);

/** The latest next attempt after a pause, and the latest time at which a webhook is due. */
export const latestAttempt = (now: Date, pause: number): number => latestEnd(now, pause);
