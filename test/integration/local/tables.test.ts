import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import { StartupError } from '../../../infra/command-line/errors.ts';
import {
  clientConfig,
  localClient,
  openFolderEngine,
} from '../../../infra/local/engine/shared-engine.ts';
import { createTables, localTableName } from '../../../infra/local/engine/tables.ts';
import { tableDefinition } from '../../../lib/storage/tables.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const engine = await openFolderEngine('host', temporaryFolder());
const client = new DynamoDBClient(clientConfig(engine));
await createTables(engine);
afterAll(async () => {
  client.destroy();
  await engine.close();
});

const TableName = localTableName('pets');
const describeTable = async (name = TableName) =>
  (await client.send(new DescribeTableCommand({ TableName: name }))).Table;

test('a table of an older version gets its indexes and its stream, and keeps its data', async () => {
  const documents = localClient(engine);
  await documents.send(
    new PutCommand({ TableName, Item: { shard: 0, id: 7, statusShard: 11, old: 'x' } }),
  );
  const change = (changes: object, name = TableName) =>
    client.send(new UpdateTableCommand({ TableName: name, ...changes }));
  await change({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byStatus' } }] });
  const KeySchema = [{ AttributeName: 'old', KeyType: 'HASH' }];
  await change({
    AttributeDefinitions: [{ AttributeName: 'old', AttributeType: 'S' }],
    GlobalSecondaryIndexUpdates: [
      { Create: { IndexName: 'byStatus', KeySchema, Projection: { ProjectionType: 'ALL' } } },
    ],
  });
  await change({ StreamSpecification: { StreamEnabled: false } });
  const events = localTableName('events');
  await change({ StreamSpecification: { StreamEnabled: false } }, events);
  const old = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' };
  await change({ StreamSpecification: old }, events);

  await createTables(engine);
  const table = await describeTable();
  await createTables(engine);
  expect(await describeTable()).toEqual(table);
  expect(table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(
    Object.keys(tableDefinition('pets').indexes ?? {}).sort(),
  );
  expect(table?.StreamSpecification?.StreamViewType).toBe('NEW_AND_OLD_IMAGES');
  expect((await describeTable(events))?.StreamSpecification?.StreamViewType).toBe('NEW_IMAGE');
  const { Items } = await documents.send(
    new QueryCommand({
      TableName,
      IndexName: 'byStatus',
      KeyConditionExpression: 'statusShard = :sold',
      ExpressionAttributeValues: { ':sold': 11 },
    }),
  );
  expect(Items).toEqual([{ shard: 0n, id: 7n, statusShard: 11n, old: 'x' }]);
  documents.destroy();
});

test('a table with another key is refused in one line', async () => {
  await client.send(new DeleteTableCommand({ TableName }));
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    }),
  );
  const error: unknown = await createTables(engine).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  expect(String(error)).toMatch(
    /pets was made with another key: delete the data folder, or .*--data-dir\.$/,
  );
});

test('an engine that does not answer is named, with what to do', async () => {
  const nobody = { ...engine, endpoint: 'http://127.0.0.1:1', description: 'http://127.0.0.1:1' };
  await expect(createTables(nobody)).rejects.toThrow(
    /^The tables in http:\/\/127.0.0.1:1 cannot be created \(.*ECONNREFUSED.*\): start DynamoDB there/,
  );
});
