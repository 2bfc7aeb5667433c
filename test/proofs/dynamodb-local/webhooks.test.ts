import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildDeliver, type Deliver } from '../../../functions/deliver-webhook/deliver.ts';
import { buildDeliveryStore } from '../../../functions/deliver-webhook/store.ts';
import { type Append, buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildWakeStore, type WakeStore } from '../../../functions/wake-webhooks/store.ts';
import { buildWaker, type Waker } from '../../../functions/wake-webhooks/wake.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { logName } from '../../../lib/events/log-head.ts';
import { DELIVERING } from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { webhookStorage } from '../../support/stored-webhooks.ts';
import { NAME } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let measure: Meter;
let append: Append;
let deliver: Deliver;
let waker: Waker;
let wakes: WakeStore;
let status = 200;
let now = Date.now();

beforeAll(async () => {
  engine = await openEngine();
  append = buildAppend(engine.client, engine.tables.events);
  const clock = () => now;
  const store = buildDeliveryStore(engine.client, engine.tables, clock);
  const list = buildListEvents(engine.client, engine.tables.events);
  deliver = buildDeliver({ store, list, clock, send: async () => ({ status }) });
  wakes = buildWakeStore(engine.client, engine.tables, { clock });
  waker = buildWaker(wakes, deliver, clock);
  measure = openMeter(engine);
});
afterAll(() => engine.close());

/** An idle webhook about the orders of a new account. */
const createIdle = async () => {
  const webhook = await webhookStorage(engine).create({ about: 'orders' });
  const { accountId } = webhook;
  await engine.client.send(
    new PutCommand({ TableName: engine.tables.accounts, Item: { accountId } }),
  );
  now = Date.now() + 300_000;
  await deliver(webhook);
  return { ...webhook, log: logName('orders', accountId) };
};

const record = (log: string, count: number) =>
  append(
    log,
    Array.from({ length: count }, (_, nth) => {
      const { happening, ...change } = petUpdate(7, nth, log);
      return { ...change, happening: { ...happening, data: { ...happening.data, name: NAME } } };
    }),
  );

test.each([1, 100] as const)(
  'DynamoDB Local reports for a wake and a delivery of %i events what the design says',
  async (events) => {
    const { log } = await createIdle();
    await record(log, events);
    expect(await measure(() => waker.wakeLogs([log]))).toEqual(DELIVERING[events]);
  },
);

test('DynamoDB Local reports for a delivery that fails, and for one that meets another, what the design says', async () => {
  const webhook = await createIdle();
  await record(webhook.log, 1);
  status = 500;
  expect(await measure(() => waker.wakeLogs([webhook.log]))).toEqual(DELIVERING.fails);
  expect(await measure(() => waker.wakeLogs([webhook.log]))).toEqual(DELIVERING.failing);
  now += 120_000;
  expect(await measure(() => deliver(webhook))).toEqual(DELIVERING.again);
});

test.each([10, 1_000, 10_000])(
  'DynamoDB Local reports for the sweeps of an hour, with %i webhooks at rest, what the design says',
  async (count) => {
    const atRest = webhookStorage(engine);
    await atRest.putAtRest(count);
    const sweeper = buildWaker(
      wakes,
      async () => {},
      () => now,
    );
    const { readUnits, writes } = await measure(async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        now += 60_000;
        await sweeper.sweep(now);
      }
    });
    expect(writes).toEqual({});
    expect(readUnits).toBeLessThanOrEqual(60 + 1.1 * count);
  },
  240_000,
);
