import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { recordEventsHandler } from '../../functions/record-events/handler.ts';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import { matchesFilter } from '../../infra/local/streams/matches-filter.ts';
import { WAKE_WEBHOOKS_SOURCES } from '../../infra/stacks/stream-sources.ts';
import { logName } from '../../lib/events/log-head.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { petChange, STREAMED, storedPet, streamRecord } from '../support/stream-records.ts';

const { events, webhooks: ofWebhooks } = WAKE_WEBHOOKS_SOURCES.tables;

let engine: TestEngine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

/** What is stored in a table, as records of a stream have it. */
const stored = async (TableName: string) => {
  const { Items = [] } = await engine.client.send(
    new ScanCommand({ TableName, ConsistentRead: true }),
  );
  return Items;
};

test('heads of logs wake webhooks, and events and marks do not', async () => {
  const Records = [streamRecord(petChange(7n, 1, undefined, storedPet(7n)))];
  await recordEventsHandler(
    buildAppend(engine.client, engine.tables.events),
    STREAMED,
  )({ Records });
  const items = await stored(engine.tables.events);
  expect(items).toHaveLength(3);
  const passes = (log: unknown, position: unknown) =>
    matchesFilter({ dynamodb: { Keys: { log, position } } }, events);
  const passed = items.filter(({ log, position }) => passes(log, position));
  expect(passed).toMatchObject([{ log: { S: 'pets' }, position: { N: '0' } }]);
  const orders = { S: logName('orders', 'acct_1') };
  expect(passes(orders, { N: '0' })).toBe(true);
  expect(passes(orders, { N: '1' })).toBe(false);
});

test('a webhook that asks wakes itself, and one that does not ask does not', async () => {
  const webhooks = webhookStorage(engine);
  const passed = async () =>
    (await stored(engine.tables.webhooks)).map((NewImage) =>
      matchesFilter({ dynamodb: { NewImage } }, ofWebhooks),
    );
  const { accountId, id } = await webhooks.create();
  // The other is the count of the account's webhooks.
  expect((await passed()).sort()).toEqual([false, true]);
  await engine.client.send(
    new UpdateCommand({
      TableName: engine.tables.webhooks,
      Key: { accountId, id },
      UpdateExpression: 'REMOVE asked',
    }),
  );
  expect(await passed()).toEqual([false, false]);
  // It was deleted.
  expect(matchesFilter({ dynamodb: { OldImage: { asked: { BOOL: true } } } }, ofWebhooks)).toBe(
    false,
  );
});
