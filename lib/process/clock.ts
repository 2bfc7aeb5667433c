/** Tells the time. Functions that need one time are given a `Date`, `now`. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** The time by the slowest clock that there may be: a day behind. What ended before it has ended by every clock. */
export const slowest = (now: Date): Date => new Date(now.getTime() - 86_400_000);

export const slowestClock: Clock = () => slowest(new Date());
