/** Tells the time. Functions that need one time are given a `Date`, `now`. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
