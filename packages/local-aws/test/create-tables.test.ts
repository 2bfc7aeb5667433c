import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTables } from '../src/dynamodb/create-tables.ts';
import { clientConfig, type OpenedEngine } from '../src/dynamodb/open-engine.ts';
import { hostEngine } from '../src/dynamodb/shared-engine.ts';
import { StartupError } from '../src/startup-error.ts';
import { shopTemplate } from './assembly.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TableName = 'orders';
const template = shopTemplate({
  Orders: {
    Type: 'AWS::DynamoDB::GlobalTable',
    Properties: {
      TableName,
      KeySchema: [{ AttributeName: 'name', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'name', AttributeType: 'S' }],
    },
  },
});

let engine: OpenedEngine;
let client: DynamoDBClient;

beforeAll(async () => {
  engine = await hostEngine(await temporaryFolder());
  client = new DynamoDBClient(clientConfig(engine));
  await createTables(engine, template);
});
afterAll(async () => {
  client.destroy();
  await engine.close();
});

test('tables that are there are left as they are', async () => {
  const describe = () => client.send(new DescribeTableCommand({ TableName }));
  const before = (await describe()).Table?.CreationDateTime;
  await createTables(engine, template);
  expect((await describe()).Table?.CreationDateTime).toEqual(before);
});

test('a table that another version of the stack made is refused', async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    }),
  );
  const error: unknown = await createTables(engine, template).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(/another version of the stack/);
});

test('an engine that does not answer is named, with what to do', async () => {
  const nobody = { ...engine, endpoint: 'http://127.0.0.1:1', description: 'http://127.0.0.1:1' };
  await expect(createTables(nobody, template)).rejects.toThrow(
    /^DynamoDB does not answer at http:\/\/127.0.0.1:1 \(.*ECONNREFUSED.*\): start it there/,
  );
});
