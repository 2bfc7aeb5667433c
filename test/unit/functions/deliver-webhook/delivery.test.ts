import { expect, test } from '@jest/globals';
import { nextStepOf } from '../../../../functions/deliver-webhook/delivery.ts';
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
