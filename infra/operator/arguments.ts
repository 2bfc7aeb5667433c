import * as z from 'zod';
import { Label } from '../../lib/accounts/label.ts';
import { UsageError } from './errors.ts';

// No message repeats an argument: it may be a key.

/**
 * Reads an account's id.
 * @throws UsageError if it is not one
 */
export const parseAccountId = (text: string): string => {
  if (/^acct_[0-9A-Za-z]{16}$/.test(text)) return text;
  throw new UsageError('An account id is acct_ and 16 letters or digits: account list shows them.');
};

/**
 * Reads a key's id.
 * @throws UsageError if it is not one
 */
export const parseKeyId = (text: string): string => {
  if (/^key_[0-9A-Za-z]{16}$/.test(text)) return text;
  throw new UsageError('A key id is key_ and 16 letters or digits: key list shows them.');
};

/**
 * Reads a webhook's id.
 * @throws UsageError if it is not one
 */
export const parseWebhookId = (text: string): string => {
  if (/^whk_[0-9A-Za-z]{16}$/.test(text)) return text;
  throw new UsageError('A webhook id is whk_ and 16 letters or digits: webhook list shows them.');
};

/**
 * Reads the name of an account or a key.
 * @throws UsageError if it is not allowed
 */
export const parseName = (text: string): string => {
  // Node's replacement for bytes that are not UTF-8.
  if (text.includes('\ufffd')) throw new UsageError('--name must be valid UTF-8, without U+FFFD.');
  const { data, error } = Label.safeParse(text);
  if (data !== undefined) return data;
  throw new UsageError(`--name ${error?.issues.map(({ message }) => message).join(', and ')}.`);
};

/**
 * Reads the suffix of restored tables' names.
 * @throws UsageError if it is not allowed
 */
export const parseSuffix = (text: string): string => {
  if (/^[\w.-]{1,64}$/.test(text)) return text;
  throw new UsageError('--suffix is 1 to 64 letters, digits, dots, hyphens or underscores.');
};

/**
 * Reads a number of requests, a second or at once, from 1. The stage sets the maximum.
 * @throws UsageError if it is not a whole number
 */
export const parseRequests = (text: string): number => {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new UsageError('--rate and --burst are whole numbers of requests, from 1.');
};

const UNITS: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
]);

/** Ten years: a longer time is a typing error. */
const MAX_DURATION_MS = 3650 * 86_400_000;

const readDuration = (text: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,7})([mhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS.get(unit) ?? 0);
};

/**
 * Reads a length of time such as `24h`, at most ten years, in milliseconds.
 * @throws UsageError if it is not one
 */
export const parseOverlap = (text: string): number => {
  const duration = readDuration(text);
  if (duration !== undefined && duration <= MAX_DURATION_MS) return duration;
  throw new UsageError(
    '--overlap is a number with m, h, d or w, such as 24h; 0h for none; ten years at most.',
  );
};

/**
 * Reads how far back to search, in milliseconds.
 * @throws UsageError if it is not a length of time
 */
export const parseSince = (text: string): number => {
  const duration = readDuration(text);
  if (duration !== undefined && duration > 0 && duration <= MAX_DURATION_MS) return duration;
  throw new UsageError('--since is a number with m, h, d or w, such as 3h.');
};

/**
 * Reads the id of a request: `X-Request-Id` or `x-amz-apigw-id`.
 * @throws UsageError if it cannot be one
 */
export const parseRequestId = (text: string): string => {
  if (/^[\w+/=-]{8,64}$/.test(text)) return text;
  throw new UsageError('A request id is the value of the header X-Request-Id or x-amz-apigw-id.');
};

const Instant = z.union([z.iso.date(), z.iso.datetime()]);

/**
 * Reads when a key expires: `90d` from now, a day (its start, in UTC) or a time.
 * @throws UsageError if it is none of these, is past, or is more than ten years away
 */
export const parseExpiry = (text: string, now: Date = new Date()): Date => {
  const duration = readDuration(text);
  const instant = duration === undefined ? Instant.safeParse(text).data : undefined;
  if (duration === undefined && instant === undefined) {
    throw new UsageError(
      '--expires is a number with m, h, d or w, such as 90d, a date such as 2027-06-30, or a time such as 2027-06-30T12:00:00Z.',
    );
  }
  const left = duration ?? new Date(instant ?? '').getTime() - now.getTime();
  if (left <= 0) throw new UsageError('--expires must be in the future.');
  if (left > MAX_DURATION_MS) throw new UsageError('--expires must be within ten years.');
  return new Date(now.getTime() + left);
};
