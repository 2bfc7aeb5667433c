import { LONGEST_PAUSE, type WebhookItem } from '../../lib/webhooks/stored-webhook.ts';
import type { Failing } from '../../lib/webhooks/webhook.ts';
import type { Answer } from './send.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failures. */
const PAUSES = [1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE);

/** A pause differs by so much, so that webhooks that failed together do not come back together. */
const JITTER = 0.2;

/** A webhook that has failed for so long is disabled. */
const GIVEN_UP_AFTER = 5 * 24 * HOUR;

/** How late an attempt may be for all of the time before it to count. */
const LATE = HOUR;

/** The receiver wants no more deliveries ("410 Gone", RFC 9110). */
const GONE = 410n;

/** The end of every HTTP date that is not obsolete (RFC 9110, "Date/Time Formats"). `Date.parse` takes nearly any text. */
const HTTP_DATE = /^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The pause that a receiver asks for, in ms; 0 if it asks for none, or for what cannot be read. */
const askedPause = (retryAfter: string | undefined, now: Date): number => {
  if (retryAfter === undefined) return 0;
  const until = HTTP_DATE.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN;
  const pause = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : until - now.getTime();
  return Number.isNaN(pause) ? 0 : Math.min(pause, LONGEST_PAUSE);
};

export const isAccepted = (answer: Answer): boolean =>
  'status' in answer && answer.status >= 200 && answer.status < 300;

/** The failures of a webhook after one more, which is the last attempt. */
export const lastFailure = (
  { failing, failingSince }: Partial<Failures>,
  answer: Answer,
  now: Date,
): Failing => ({
  since: failing?.since ?? failingSince ?? now.toISOString(),
  attempts: (failing?.attempts ?? 0n) + 1n,
  ...('status' in answer ? { lastStatus: BigInt(answer.status) } : { lastError: answer.error }),
});

export type Failures = Pick<WebhookItem, 'failedFor' | 'failing' | 'failingSince' | 'pause'>;

/**
 * For how long a webhook has failed, in ms. Each attempt adds no more than its own pause and `LATE`: the next state is final,
 * and some attempts by a clock that is wrong must not lead to it.
 */
const failedUntil = (
  { failing, pause = 0n, failedFor = 0n }: Partial<Failures>,
  now: Date,
): bigint => {
  const late = now.getTime() - Date.parse(failing?.nextAttemptAt ?? '');
  if (Number.isNaN(late)) return 0n;
  return failedFor + BigInt(Math.max(0, Number(pause) + Math.min(late, LATE)));
};

/**
 * The failures of a webhook after one more, with the time of the next attempt.
 * @param random from 0 to 1
 * @returns without `nextAttemptAt` and `pause` if nothing is tried again
 */
export const failuresAfter = (
  former: Partial<Failures>,
  answer: Answer,
  now: Date,
  random: number,
): Failures & { readonly failing: Failing } => {
  const failing = lastFailure(former, answer, now);
  const failedFor = failedUntil(former, now);
  if (failing.lastStatus === GONE || failedFor >= GIVEN_UP_AFTER) return { failing, failedFor };
  const pause = (PAUSES[Number(failing.attempts) - 1] ?? HOUR) * (1 - JITTER + 2 * JITTER * random);
  const asked = 'status' in answer ? askedPause(answer.retryAfter, now) : 0;
  const whole = Math.floor(Math.max(pause, asked));
  const nextAttemptAt = new Date(now.getTime() + whole).toISOString();
  return { failing: { ...failing, nextAttemptAt }, pause: BigInt(whole), failedFor };
};
