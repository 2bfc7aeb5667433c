import { expect, test } from '@jest/globals';
import { ATTEMPTS, TIME_BUDGET } from '../../../lib/process/time-budget.ts';

const { connection, attempt, lastUse, keyRead, operation, invocation, integration } = TIME_BUDGET;
const { delivery, lease, starts, wake, deliveries, deliverer } = TIME_BUDGET;

/** The longest pauses of the SDK between attempts: the throttled ones. */
const PAUSES = 1000 + 2000;

/** How long Lambda lets a function load. */
const INIT = 10_000;

test('a part that waits for another waits longer than that one takes', () => {
  const chain = [connection, attempt, keyRead, operation, invocation, integration];
  expect(chain).toEqual([...new Set(chain)].sort((one, other) => one - other));
  expect(ATTEMPTS * attempt + PAUSES).toBeLessThan(keyRead);
});

test('the authorizer has failed, and an operation has answered, before Lambda ends them', () => {
  expect(keyRead + lastUse).toBeLessThan(invocation);
  expect(operation).toBeLessThan(invocation);
});

test('the gateway waits for a function that has yet to load', () => {
  expect(INIT + invocation).toBeLessThan(integration);
});

test('a lease outlasts a delivery, and an invocation the last one that it begins', () => {
  const call = ATTEMPTS * attempt + PAUSES;
  // Before a delivery are the claim and the read of the secret, after it the result and the release.
  expect(call + delivery).toBeLessThan(lease);
  expect(deliveries + 5 * call + delivery).toBeLessThan(deliverer);
  expect(starts + call).toBeLessThan(wake);
  // A sweep each minute.
  expect(wake).toBeLessThanOrEqual(60_000);
});
