import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { StartupError } from '../../infra/command-line/startup-error.ts';
import { createTables } from '../../infra/local/dynamodb/create-tables.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

test('tables that are there are left as they are', async () => {
  const describe = () =>
    engine.client.send(new DescribeTableCommand({ TableName: engine.tables.pets }));
  const before = (await describe()).Table?.CreationDateTime;
  await createTables(engine.client, stagingTemplate());
  expect((await describe()).Table?.CreationDateTime).toEqual(before);
});

test('a table that another version of the stack made is refused', async () => {
  const TableName = engine.tables.counters;
  await engine.client.send(new DeleteTableCommand({ TableName }));
  const patience = { client: engine.client, minDelay: 1, maxDelay: 1, maxWaitTime: 30 };
  await waitUntilTableNotExists(patience, { TableName });
  await engine.client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    }),
  );
  const error: unknown = await createTables(engine.client, stagingTemplate()).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(/another version of the stack/);
});
