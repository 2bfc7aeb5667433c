import { describe, expect, test } from '@jest/globals';
import { failuresAfter } from '../../../../functions/deliver-webhook/retry.ts';
import type { Answer } from '../../../../functions/deliver-webhook/send.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const now = Date.parse('2026-11-23T08:00:00.000Z');

/** The pause after some failures, in ms; undefined if nothing is tried again. */
const pauseAfter = (attempts: bigint, answer: Answer, random = 0.5, failedFor = 0, at = now) => {
  const due = new Date(now).toISOString();
  const failing = { since: due, attempts: attempts - 1n, nextAttemptAt: due };
  const { failing: after, pause } = failuresAfter(
    attempts > 1n ? { failing, pause: BigInt(HOUR), failedFor: BigInt(failedFor) } : {},
    answer,
    new Date(at),
    random,
  );
  const { nextAttemptAt } = after;
  expect(nextAttemptAt && BigInt(Date.parse(nextAttemptAt) - at)).toBe(pause);
  return nextAttemptAt && Date.parse(nextAttemptAt) - at;
};

describe('a webhook that fails', () => {
  test('is tried again after 1, 2, 5, 10 and 30 minutes, and then each hour', () => {
    const pauses = [1n, 2n, 3n, 4n, 5n, 6n, 7n, 100n].map((each) =>
      pauseAfter(each, { error: 'timeout' }),
    );
    expect(pauses).toEqual([1, 2, 5, 10, 30, 60, 60, 60].map((minutes) => minutes * MINUTE));
  });

  test('is tried up to a fifth earlier or later', () => {
    expect(pauseAfter(1n, { status: 500 }, 0)).toBe(48 * SECOND);
    expect(pauseAfter(1n, { status: 500 }, 0.999_999)).toBe(71_999);
  });

  test.each<[string, number]>([
    ['600', 10 * MINUTE],
    ['Mon, 23 Nov 2026 08:20:00 GMT', 20 * MINUTE],
    // A day at most.
    ['1000000', DAY],
    ['99999999999999999999999999', DAY],
    ['Wed, 23 Nov 2033 08:20:00 GMT', DAY],
    // Sooner than it would be tried.
    ['0', MINUTE],
    ['5', MINUTE],
    ['Mon, 23 Nov 2026 07:00:00 GMT', MINUTE],
    // Nonsense, of which Date.parse takes some.
    ['', MINUTE],
    ['-600', MINUTE],
    ['6e9', MINUTE],
    ['600, 700', MINUTE],
    ['in 2030', MINUTE],
    ['2030-01-01', MINUTE],
    ['Mon, 99 Nov 2026 08:20:00 GMT', MINUTE],
  ])('with Retry-After: %s waits %p ms', (retryAfter, pause) => {
    expect(pauseAfter(1n, { status: 503, retryAfter })).toBe(pause);
  });

  test('is given up at 410, and after five days', () => {
    expect(pauseAfter(1n, { status: 410, retryAfter: '600' })).toBeUndefined();
    expect(pauseAfter(99n, { status: 500 }, 0.5, 5 * DAY - HOUR)).toBeUndefined();
    expect(pauseAfter(99n, { status: 500 }, 0.5, 5 * DAY - HOUR - 1)).toBe(HOUR);
  });

  test('counts of an attempt by a clock that is wrong an hour more than its pause, or nothing', () => {
    const at = (time: number, left: number) =>
      pauseAfter(99n, { status: 500 }, 0.5, 5 * DAY - left, time);
    expect(at(now + 7 * DAY, 2 * HOUR)).toBeUndefined();
    expect(at(now + 7 * DAY, 2 * HOUR + 1)).toBe(HOUR);
    expect(at(now - 7 * DAY, 1)).toBe(HOUR);
  });

  test('says since when, how often and why, of the last failure only', () => {
    const first = failuresAfter({}, { status: 500 }, new Date(now), 0.5);
    const { since } = first.failing;
    expect(since).toBe(new Date(now).toISOString());
    expect(first.failing).toMatchObject({ attempts: 1n, lastStatus: 500n });
    const later = new Date(now + MINUTE);
    const { failing: second } = failuresAfter(first, { error: 'timeout' }, later, 0.5);
    expect(second).toMatchObject({ since, attempts: 2n, lastError: 'timeout' });
    expect(second).not.toHaveProperty('lastStatus');
  });
});
