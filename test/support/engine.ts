import { randomBytes } from 'node:crypto';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { type Engine, startEmbeddedDynamoDB } from '../../infra/local/engine/embedded-dynamodb.ts';
import { connected, localClient } from '../../infra/local/engine/shared-engine.ts';
import { createTables, localTableName } from '../../infra/local/engine/tables.ts';
import { neededBackfills } from '../../infra/operator/backfills/needed-backfills.ts';
import { buildBackfillStates } from '../../lib/storage/backfill-state.ts';
import { type TableName, tableNames } from '../../lib/storage/tables.ts';
import { type AttributeChanges, updateExpression } from '../../lib/storage/update-expression.ts';
import { itemsOf } from './copy-table.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Names of tables, by what each is called in the code. */
export type Tables = Readonly<Record<TableName, string>>;

/** Names all tables. */
export const nameTables = (nameOf: (name: TableName) => string): Tables =>
  Object.fromEntries(tableNames().map((name) => [name, nameOf(name)])) as Record<TableName, string>;

type Item = Readonly<Record<string, unknown>>;

/** Reads and writes items as they are stored. */
const accessItems = (client: DynamoDBDocumentClient, tables: Tables) => ({
  get: async (table: TableName, Key: Item) => {
    const get = new GetCommand({ TableName: tables[table], Key, ConsistentRead: true });
    return (await client.send(get)).Item;
  },
  all: (table: TableName) => itemsOf(client, tables[table]),
  put: (table: TableName, Item: Item) =>
    client.send(new PutCommand({ TableName: tables[table], Item })),
  /** Sets attributes, and removes those that are undefined. */
  update: (table: TableName, Key: Item, changes: AttributeChanges) =>
    client.send(new UpdateCommand({ TableName: tables[table], Key, ...updateExpression(changes) })),
  remove: (table: TableName, Key: Item) =>
    client.send(new DeleteCommand({ TableName: tables[table], Key })),
});

/** A real DynamoDB engine with the empty tables of a stage. */
export type TestEngine = Readonly<Awaited<ReturnType<typeof withTables>>>;

/** Time limits that a busy machine keeps. Tests of time limits make their own client. */
export const PATIENT = { connectionTimeout: 20_000, requestTimeout: 20_000 };

/**
 * Opens an embedded engine on a new folder, or the engine that AWS_ENDPOINT_URL_DYNAMODB names,
 * with a document client. DynamoDB Local keeps a database for each access key, so every caller
 * has its own key there. The embedded engine takes `local`, which a local server uses for an engine
 * that it did not start.
 */
export const openEngine = async (): Promise<TestEngine> => {
  const external = process.env['AWS_ENDPOINT_URL_DYNAMODB'];
  return withTables(
    external
      ? connected({ endpoint: external, accessKeyId: randomBytes(8).toString('hex') })
      : await startEmbeddedDynamoDB(temporaryFolder(), 'local'),
    localTableName,
  );
};

/** The variable with the address of the engine that the test files of a run share. */
export const SHARED_ENGINE = 'TEST_ENGINE';

/** Opens new tables in the engine that a run shares, or as `openEngine` does where it shares none. */
export const openShared = async (): Promise<TestEngine> => {
  const endpoint = process.env[SHARED_ENGINE];
  if (endpoint === undefined) return openEngine();
  const prefix = randomBytes(8).toString('hex');
  const engine = connected({ endpoint, accessKeyId: 'local' });
  return withTables(engine, (name) => `${prefix}-${name}`);
};

const withTables = async (engine: Engine, nameOf: (name: TableName) => string) => {
  const client = localClient(engine, { requestHandler: PATIENT });
  await createTables(engine, nameOf);
  const tables = nameTables(nameOf);
  const { markDone } = buildBackfillStates(client, tables);
  for (const needed of neededBackfills()) await markDone(needed);
  return {
    client,
    endpoint: engine.endpoint,
    accessKeyId: engine.accessKeyId,
    tables,
    ...accessItems(client, tables),
    close: async () => {
      client.destroy();
      await engine.close();
    },
  };
};
