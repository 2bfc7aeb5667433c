import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Complaint, findWebhooks } from '../../infra/operator/find-webhooks.ts';
import { openTables, type TestEngine } from '../support/engine.ts';
import { webhookStorage } from '../support/stored-webhooks.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await openTables();
});
afterAll(() => engine.close());

test('a receiver’s host, or what it gets now, leads to the webhooks of all accounts', async () => {
  const { client, tables } = engine;
  const { create } = webhookStorage(engine);
  const [first, second] = [
    await create({ url: 'https://shop.example/a' }),
    await create({ url: 'https://shop.example/b' }),
  ];
  await create({ url: 'https://my.shop.example/' });
  await client.send(
    new UpdateCommand({
      TableName: tables.webhooks,
      Key: { accountId: second.accountId, id: second.id },
      UpdateExpression: 'SET pending = :pending',
      ExpressionAttributeValues: { ':pending': { id: 'msg_0', last: 1n, digest: '' } },
    }),
  );

  const find = async (complaint: Complaint) =>
    (await findWebhooks(client, tables.webhooks, complaint)).map(({ id }) => id).sort();
  expect(await find({ host: 'shop.example' })).toEqual([first.id, second.id].sort());
  expect(await find({ message: 'msg_0' })).toEqual([second.id]);
  expect(await find({ host: 'other.example' })).toEqual([]);
});
