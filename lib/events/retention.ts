/** Days for which an event can be read, after the UTC day on which it was recorded. */
const KEPT_DAYS = 30;

const SECONDS_A_DAY = 24 * 60 * 60;

/** The UTC day of a time: `2026-11-23`. Later days are greater texts. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

export const firstKeptDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - KEPT_DAYS * SECONDS_A_DAY * 1000));

/**
 * The second, from 1970 on, from which DynamoDB may delete what was recorded on a day: a day after it can
 * no longer be read, so that clocks that differ make no gap.
 */
export const expiryOf = (day: string): number =>
  Date.parse(day) / 1000 + (KEPT_DAYS + 2) * SECONDS_A_DAY;
