import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { filterPattern, matchesPattern } from 'local-aws';
import * as z from 'zod';
import { recordEventsHandler } from '../../functions/record-events/handler.ts';
import { buildAppend } from '../../functions/record-events/sequencer.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { logName } from '../../lib/events/log-head.ts';
import { readTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';
import { petChange, STREAMED, storedPet, streamRecord } from '../support/stream-records.ts';

const resources = z.record(
  z.string(),
  z.object({ Type: z.string(), Properties: z.optional(z.unknown()) }),
);
const filtered = z.object({
  EventSourceArn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('StreamArn')]) }),
  FilterCriteria: z.object({ Filters: z.tuple([z.object({ Pattern: filterPattern })]) }),
});

/** The only filter of the stream of a table, as it is deployed. */
const filterOf = (table: string) => {
  const [found] = Object.values(
    resources.parse(readTemplate(STAGES.staging.stackName)['Resources']),
  )
    .filter(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')
    .flatMap(({ Properties }) => filtered.safeParse(Properties).data ?? [])
    .filter(({ EventSourceArn }) => EventSourceArn['Fn::GetAtt'][0].startsWith(`Tables${table}`));
  if (found === undefined) throw new Error(`The stream of ${table} has no filter`);
  return found.FilterCriteria.Filters[0].Pattern;
};

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
  const pattern = filterOf('Events');
  const passes = (log: unknown, position: unknown) =>
    matchesPattern({ dynamodb: { Keys: { log, position } } }, pattern);
  const passed = items.filter(({ log, position }) => passes(log, position));
  expect(passed).toMatchObject([{ log: { S: 'pets' }, position: { N: '0' } }]);
  const orders = { S: logName('orders', 'acct_1') };
  expect(passes(orders, { N: '0' })).toBe(true);
  expect(passes(orders, { N: '1' })).toBe(false);
});

test('a webhook that asks wakes itself, and one that does not ask does not', async () => {
  const webhooks = webhookStorage(engine);
  const pattern = filterOf('Webhooks');
  const passed = async () =>
    (await stored(engine.tables.webhooks)).map((NewImage) =>
      matchesPattern({ dynamodb: { NewImage } }, pattern),
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
  expect(matchesPattern({ dynamodb: { OldImage: { asked: { BOOL: true } } } }, pattern)).toBe(
    false,
  );
});
