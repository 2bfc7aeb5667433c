import { performance } from 'node:perf_hooks';
import { afterAll, expect, jest, test } from '@jest/globals';
import { buildDeliver } from '../../functions/deliver-webhook/deliver.ts';
import { deliverWebhookHandler } from '../../functions/deliver-webhook/handler.ts';
import { buildSend } from '../../functions/deliver-webhook/send.ts';
import { buildDeliveryStore } from '../../functions/deliver-webhook/store.ts';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import { buildWakeStore } from '../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../functions/wake-webhooks/wake.ts';
import type { Event } from '../../lib/events/event.ts';
import { buildListEvents } from '../../lib/events/list-events.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { parseJson } from '../../lib/values/json.ts';
import type { WebhookKey } from '../../lib/webhooks/stored-webhook.ts';
import { petUpdate } from '../support/event-logs.ts';
import { openTables } from '../support/open-tables.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import {
  type StubService as Receiver,
  startStubService as startReceiver,
} from '../support/stub-service.ts';

const engine = await openTables();
const { client, tables } = engine;
const stored = webhookStorage(engine);
const invoke = deliverWebhookHandler(
  buildDeliver({
    store: buildDeliveryStore(client, tables),
    list: buildListEvents(client, tables),
    send: buildSend({ allowsLoopback: true }),
  }),
);

const receivers: Receiver[] = [];
const receive: typeof startReceiver = async (answer) => {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
};
afterAll(() => {
  for (const receiver of receivers) receiver.close();
});

const positionsOf = ({ received }: Receiver) =>
  received.flatMap(({ body }) =>
    (parseJson(body) as readonly Event[]).map(({ position }) => Number(position)),
  );

test('of 20 webhooks of one invocation, one that hangs and one that resets delay none of the others', async () => {
  const lines = jest.spyOn(console, 'error').mockReturnValue();
  const from = performance.now();
  const others: Receiver[] = [];
  const ends: number[] = [];
  const webhooks: WebhookKey[] = [];
  for (let index = 0; index < 20; index += 1) {
    const receiver = await receive((_delivery, response) => {
      if (index === 3) return undefined;
      if (index === 11) {
        response.socket?.resetAndDestroy();
        return undefined;
      }
      ends[index] = performance.now() - from;
      return 204;
    });
    if (index !== 3 && index !== 11) others.push(receiver);
    webhooks.push(await stored.createOpen({ url: receiver.url }));
  }
  const append = buildAppend(client, tables);
  for (let nth = 0; nth < 150; nth += 50) {
    await append(
      'pets',
      Array.from({ length: 50 }, (_, index) => petUpdate(7, nth + index)),
    );
  }
  const begun = performance.now() - from;
  await invoke({ webhooks });
  expect(Math.max(...ends.filter(Boolean)) - begun).toBeLessThan(TIME_BUDGET.delivery);
  if (process.env['FIGURES']) process.stderr.write(`${begun} ${ends}\n`);
  for (const receiver of others) {
    expect(positionsOf(receiver)).toEqual(Array.from({ length: 150 }, (_, index) => index + 1));
    expect(receiver.mostAtOnce()).toBe(1);
  }
  const failing = await Promise.all(webhooks.map(async (key) => (await stored.read(key))?.failing));
  expect(failing.map((each) => each?.lastError)).toEqual(
    webhooks.map((_, index) => ({ 3: 'timeout', 11: 'connection_failed' })[index]),
  );
  expect(lines).not.toHaveBeenCalled();
}, 60_000);

test('a webhook that cannot be read fails the invocation, after the others are delivered', async () => {
  const lines = jest.spyOn(console, 'error').mockReturnValue();
  const slow = await receive(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return 204;
  });
  const [malformed, webhook] = [
    await stored.createOpen({ url: slow.url }),
    await stored.createOpen({ url: slow.url, about: 'orders' }),
  ];
  await stored.set(malformed, { delivered: 'none' as never });
  await expect(invoke({ webhooks: [malformed, webhook] })).rejects.toThrow('delivered');
  expect(slow.received.map(({ body }) => body)).toEqual(['[]']);
  expect((await stored.read(webhook))?.pending).toBeUndefined();
  expect(lines.mock.calls.map(([line]) => String(line))).toEqual([
    expect.stringContaining(malformed.id),
  ]);
});

test.each([
  [45, [20, 20, 5]],
  [20, [20]],
  [3, [3]],
  [0, []],
])('%i webhooks that have work are started in invocations of %p', async (count, sizes) => {
  const started: number[] = [];
  const waker = buildWaker(buildWakeStore(client, tables), async (keys) => {
    started.push(keys.length);
  });
  const keys = Array.from({ length: count }, (_, nth) => ({ accountId: 'acct_1', id: `${nth}` }));
  await waker.startAll(keys);
  expect(started.sort((one, other) => other - one)).toEqual(sizes);
});
