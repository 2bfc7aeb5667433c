import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import type { LogSubject } from './event-types.ts';

/** The name of a log. All accounts share that about pets; each has its own about its orders. */
export const logName = (about: LogSubject, accountId: string): string =>
  about === 'pets' ? 'pets' : `orders#${accountId}`;

/** Where the head of a log is: before its first event, which has position 1. */
export const headKey = (log: string) => ({ log, position: 0n });

export const LogHead = z.object({
  /** The newest position; 0 before the first event. */
  newest: z.bigint(),
  /** The first position that was recorded on each of the last days that had any. */
  days: z.record(z.string(), z.bigint()),
});
export type LogHead = z.infer<typeof LogHead>;

/**
 * Reads the head of a log, strongly consistent. A log without events has an empty head. Never by Query,
 * which may read in the middle of a transaction. One round trip.
 */
export const readHead = async (
  client: DynamoDBDocumentClient,
  tables: Tables<'events'>,
  log: string,
): Promise<LogHead> => {
  const head = await getItem(client, tables, 'events', headKey(log), LogHead);
  return head ?? { newest: 0n, days: {} };
};

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

/** The oldest position that can be read now; the one after the newest if there is none. */
export const oldestKept = ({ newest, days }: LogHead, now: Date): bigint => {
  const first = firstKeptDay(now);
  const [day] = Object.keys(days)
    .filter((each) => each >= first)
    .sort();
  return (day === undefined ? undefined : days[day]) ?? newest + 1n;
};
