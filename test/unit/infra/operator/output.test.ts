import { expect, test } from '@jest/globals';
import { showWebhooks } from '../../../../infra/operator/commands/webhook-commands.ts';
import { refusedBy } from '../../../../infra/operator/terminal/output.ts';
import type { WebhookState } from '../../../../lib/webhooks/stored-webhook.ts';

const at = (second: number) => new Date(Date.UTC(2027, 0, 1, 12, 0, second));

/** API Gateway keeps what the authorizer answered for 60 seconds. */
test.each([
  ['it ends', at(30), at(0)],
  ['its end was written, if that was later', at(0), at(30)],
])('a key is refused at the latest 60 seconds after %s', (_when, end, written) => {
  expect(refusedBy(end, written)).toBe('2027-01-01T12:01:30.000Z');
});

test('a key whose end in the past is written now is refused at the latest 60 seconds from now', () => {
  const seconds = (Date.parse(refusedBy(new Date(0))) - Date.now()) / 1000;
  expect(seconds).toBeCloseTo(60, 0);
});

test('a list of webhooks shows since when each fails, how often, when it is tried next, and why', () => {
  const webhook = { accountId: 'acct_1', id: 'whk_1' } as WebhookState;
  const failing = {
    since: '2026-11-23T07:08:09.000Z',
    attempts: 3n,
    nextAttemptAt: '2026-11-23T09:10:11.000Z',
    lastStatus: 503n,
  };
  const [head, ...rows] = showWebhooks([webhook, { ...webhook, failing }])
    .split('\n')
    .map((line) => line.split(/ {2,}/).slice(-4));
  expect(head).toEqual(['FAILING SINCE', 'FAILED', 'NEXT ATTEMPT', 'LAST FAILURE']);
  expect(rows).toEqual([
    ['-', '-', '-', '-'],
    ['2026-11-23 07:08', '3', '2026-11-23 09:10', '503'],
  ]);
});
