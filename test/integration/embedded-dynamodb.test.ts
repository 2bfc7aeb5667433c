import { PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Level } from 'level';
import { createTables } from '../../infra/local/dynamodb/create-tables.ts';
import { startEmbeddedDynamoDB } from '../../infra/local/dynamodb/embedded-dynamodb.ts';
import { localClient } from '../../infra/local/storage.ts';
import { tableOutput } from '../../infra/stacks/output-names.ts';
import { stagingTemplate } from '../support/assembly.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let engine: Awaited<ReturnType<typeof startEmbeddedDynamoDB>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  engine = await startEmbeddedDynamoDB(`${folder.path}/dynamodb`);
});
afterAll(async () => {
  await engine.close();
  await folder.remove();
});

test('the embedded engine keeps nothing open of a query that has ended, early or not', async () => {
  const client = localClient(engine.endpoint);
  await createTables(client, stagingTemplate());
  const TableName = stagingTemplate().output(tableOutput('pets'));
  for (let id = 1; id <= 5; id += 1) {
    await client.send(new PutCommand({ TableName, Item: { idRange: 0, id, status: 'sold' } }));
  }
  const opened = jest.spyOn(Level.prototype, 'attachResource');
  const closed = jest.spyOn(Level.prototype, 'detachResource');
  for (const Limit of [1, 2, 5, 100]) {
    const query = {
      TableName,
      KeyConditionExpression: 'idRange = :range AND id > :after',
      ExpressionAttributeValues: { ':range': 0, ':after': 1 },
      Limit,
    };
    await client.send(new QueryCommand(query));
    await client.send(new ScanCommand({ TableName, Limit }));
  }
  client.destroy();
  expect(opened.mock.calls.length).toBeGreaterThanOrEqual(8);
  expect(closed).toHaveBeenCalledTimes(opened.mock.calls.length);
});
