import { describe, expect, test } from '@jest/globals';
import { nextStepOf } from '../../../../functions/deliver-webhook/delivery.ts';
import { failuresAfter } from '../../../../functions/deliver-webhook/retry.ts';
import type { Answer } from '../../../../functions/deliver-webhook/send.ts';
import type { Event } from '../../../../lib/events/event.ts';
import { writeJson } from '../../../../lib/values/json.ts';
import { pendingOf, type WebhookItem } from '../../../../lib/webhooks/stored-webhook.ts';
import { WEBHOOK_EXAMPLE } from '../../../../lib/webhooks/webhook.ts';

const owned = { accountId: 'acct_1', revision: '', enabledAt: 0n };
const webhook: WebhookItem = { ...WEBHOOK_EXAMPLE, ...owned };

const event = (position: bigint, name = 'Rex'): Event => ({
  position,
  type: 'pet.updated',
  createdAt: '2026-11-23T08:00:00.000Z',
  data: { id: 1n, name, categoryId: 1n, status: 'available' },
});

test('an event that is longer than a body may be goes alone, and is not left out', () => {
  const events = [event(1n, 'x'.repeat(70_000)), event(2n)];
  expect(nextStepOf(webhook, { events, next: 2n })).toMatchObject({ pending: { last: 1n } });
});

test.each([
  [65_536, 2n],
  [65_537, 1n],
])('of two events whose body has %i bytes the last one sent is %i', (bytes, last) => {
  const both = (filler: string) => [event(1n, '🐈'), event(2n, filler)];
  const filler = 'x'.repeat(bytes - Buffer.byteLength(writeJson(both(''))));
  expect(nextStepOf(webhook, { events: both(filler), next: 2n })).toMatchObject({
    pending: { last },
  });
});

test('events of other types are passed over, without a delivery if there is no event else', () => {
  const events = [event(1n), { ...event(2n), type: 'pet.deleted' as const }];
  const stepFor = (types: string[]) => nextStepOf({ ...webhook, types }, { events, next: 2n });
  expect(stepFor(['pet.created'])).toEqual({ leftOut: 2n });
  expect(stepFor(['pet.updated'])).toMatchObject({ pending: { last: 2n } });
});

test.each([
  // As after a release that writes events in another way.
  ['its bytes are not the same any more', 1n],
  // As after a restore of the table of events: what was sent is not there, and must not be passed over.
  ['the log is shorter than it was', 3n],
])('a delivery has another id where %s', (_what, last) => {
  const pending = pendingOf(last, 'what was sent');
  const step = nextStepOf({ ...webhook, pending }, { events: [event(1n)], next: 1n });
  expect(step).toMatchObject({ pending: { last: 1n, id: expect.not.stringMatching(pending.id) } });
  expect(nextStepOf({ ...webhook, pending }, { events: [], next: 0n })).toBe('none');
});

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
