import * as z from 'zod';
import { Label } from '../../../lib/accounts/label.ts';
import { attempt } from '../../../lib/values/attempt.ts';
import { UsageError } from './errors.ts';

// Each reads an argument, and throws UsageError if it is not allowed. No message repeats an argument: it may be a key.

const parseText =
  (pattern: RegExp, message: string) =>
  (text: string): string => {
    if (pattern.test(text)) return text;
    throw new UsageError(message);
  };

const parseId = (prefix: string, what: string, list: string) =>
  parseText(
    new RegExp(`^${prefix}_[0-9A-Za-z]{16}$`),
    `${what} id is ${prefix}_ and 16 letters or digits: ${list} shows them.`,
  );

export const parseAccountId = parseId('acct', 'An account', 'account list');
export const parseKeyId = parseId('key', 'A key', 'key list');
export const parseWebhookId = parseId('whk', 'A webhook', 'webhook list');

export const parseTarget = (text: string): URL => {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (url?.hostname) return url;
  throw new UsageError('--url is a host such as shop.example, or a URL.');
};

export const parseSuffix = parseText(
  /^[\w.-]{1,64}$/,
  '--suffix is 1 to 64 letters, digits, dots, hyphens or underscores.',
);

export const parseRate = (text: string): number => {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new UsageError('--rate is a number of write units a second, such as 100.');
};

export const parseRequestId = parseText(
  /^[\w+/=-]{8,64}$/,
  '--request is the value of the header X-Request-Id or x-amz-apigw-id.',
);

export const parseCode = parseText(/^[a-z_]{1,40}$/, '--code is a code such as storage_timeout.');

export const parseStatus = parseText(/^[1-5][\dx]{2}$/, '--status is one such as 429, or 5xx.');

export const parsePattern = (text: string): string => {
  const source = attempt(() => new RegExp(text).source);
  if (source !== undefined) return source;
  throw new UsageError('--text is a text or a regular expression, such as "A|B".');
};

export const parseName = (text: string): string => {
  // Node's replacement for bytes that are not UTF-8.
  if (text.includes('\ufffd')) throw new UsageError('--name must be valid UTF-8, without U+FFFD.');
  const { data, error } = Label.safeParse(text);
  if (data !== undefined) return data;
  throw new UsageError(`--name ${error?.issues.map(({ message }) => message).join(', and ')}.`);
};

const UNITS: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Ten years: a longer time is a typing error. */
const MAX_DURATION_MS = 3650 * 86_400_000;

/** A length of time such as `24h`, in milliseconds; undefined if it is not one. */
const readDuration = (text: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,7})([mhdw])$/.exec(text) ?? [];
  return count === undefined ? undefined : Number(count) * (UNITS[unit] ?? 0);
};

const parseDuration = (least: number, message: string) => (text: string) => {
  const duration = readDuration(text);
  if (duration !== undefined && duration >= least && duration <= MAX_DURATION_MS) return duration;
  throw new UsageError(message);
};

/** How long two keys work, in milliseconds. */
export const parseOverlap = parseDuration(
  0,
  '--overlap is a number with m, h, d or w, such as 24h; 0h for none; ten years at most.',
);

/** How far back to search, in milliseconds. */
export const parseSince = parseDuration(1, '--since is a number with m, h, d or w, such as 3h.');

const Instant = z.union([z.iso.date(), z.iso.datetime()]);

/** @param direction 1 for a time in the future, -1 for one in the past */
const parseTime = (direction: 1 | -1, options: string) => (text: string) => {
  const now = Date.now();
  const time = Date.parse(Instant.safeParse(text).data ?? '');
  const distance = readDuration(text) ?? direction * (time - now);
  if (distance > 0 && distance <= MAX_DURATION_MS) return new Date(now + direction * distance);
  throw new UsageError(
    `${options}, ten years away at most: a number with m, h, d or w, such as 90d, a date such as 2027-06-30, or a time such as 2027-06-30T12:00:00Z.`,
  );
};

/** When a key expires: `90d` from now, a day (its start, in UTC) or a time. */
export const parseExpiry = parseTime(1, '--expires is in the future');

/** A time in the past: `3h` ago, a day (its start, in UTC) or a time. */
export const parsePast = parseTime(-1, '--since and --until are in the past');
