import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StartupError } from '../../../infra/command-line/errors.ts';
import { checkDatabase, databaseFile } from '../../../infra/local/engine/data-folder.ts';
import {
  engineBinary,
  startEmbeddedDynamoDB,
} from '../../../infra/local/engine/embedded-dynamodb.ts';
import {
  clientConfig,
  localClient,
  openFolderEngine,
} from '../../../infra/local/engine/shared-engine.ts';
import { createTables, localTableName } from '../../../infra/local/engine/tables.ts';
import { tableDefinition } from '../../../lib/storage/tables.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const dataDir = temporaryFolder();
const engine = await openFolderEngine('host', dataDir);
const client = new DynamoDBClient(clientConfig(engine));
await createTables(engine);
afterAll(async () => {
  client.destroy();
  await engine.close();
});

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

test.each([
  ['passes on what has the access key id', {}, 200, /health/],
  ['refuses a web page', { Origin: 'https://example.com' }, 403, /^$/],
  ['refuses the host of a web page', { Host: 'example.com' }, 403, /^$/],
  ['refuses another key', { Authorization: 'Credential=a/' }, 403, /^$/],
])('the guard of the engine %s', async (_what, headers, status, body) => {
  const Authorization = `AWS4-HMAC-SHA256 Credential=${engine.accessKeyId}/20261122/us-east-1`;
  const options = { agent: false, headers: { Authorization, ...headers } };
  const [answer] = await once(request(engine.endpoint, options).end(), 'response');
  expect([answer.statusCode, await text(answer)]).toEqual([status, expect.stringMatching(body)]);
  // What the engine itself answers would let a page read it.
  if (status === 403) expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
});

describe('a data folder', () => {
  test('that is damaged in any part of its database is not opened, with the reason', async () => {
    await (await startEmbeddedDynamoDB(folder)).close();
    // An engine that was killed, as on a busy machine, leaves its pages in SQLite's write-ahead log.
    checkDatabase(folder);
    const sound = await readFile(databaseFile(folder));
    for (const start of [0, 16, 100, 4096, 8192, sound.length - 4096]) {
      await writeFile(databaseFile(folder), Buffer.from(sound).fill(65, start, start + 4096));
      expect(() => checkDatabase(folder)).toThrow(/is damaged \([^*].*\): delete it/);
    }
    await writeFile(databaseFile(folder), sound.subarray(0, sound.length / 2));
    await expect(startEmbeddedDynamoDB(folder)).rejects.toThrow(/is damaged \([^*].*\): delete it/);
    await writeFile(databaseFile(folder), sound);
    checkDatabase(folder);
  });

  test('that cannot be read is not called damaged: nobody is advised to delete it', async () => {
    await mkdir(databaseFile(folder));
    const error = await startEmbeddedDynamoDB(folder).catch((thrown: unknown) => thrown);
    expect(String(error)).toMatch(/cannot be read \(.*--data-dir/);
    expect(String(error)).not.toMatch(/damaged|delete/);
  });
});

test('an engine that is not a URL is named', async () => {
  const opened = openFolderEngine('host', folder, 'foo');
  await expect(opened).rejects.toThrow(/AWS_ENDPOINT_URL_DYNAMODB is not a URL/);
});

test('a platform without an engine is named, with what to do', () => {
  expect(() => engineBinary('sunos', 'x64')).toThrow(/sunos on x64.*AWS_ENDPOINT_URL_DYNAMODB/);
});

test('a command that waits for its folder does not join the engine that a killed server named there', async () => {
  await copyFile(join(dataDir, 'engine.json'), join(folder, 'engine.json'));
  const first = await openFolderEngine('join', folder);
  const waiting = openFolderEngine('join', folder);
  await setTimeout(500);
  await first.close();
  const second = await waiting;
  await second.close();
  expect(second.endpoint).not.toBe(engine.endpoint);
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
