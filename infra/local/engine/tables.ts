import { isDeepStrictEqual } from 'node:util';
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import { firstLine, ifError, StartupError } from '../../command-line/errors.ts';
import type { Engine } from './embedded-dynamodb.ts';
import { clientConfig } from './shared-engine.ts';

const WAIT = { minDelay: 0.05, maxDelay: 1, maxWaitTime: 60 };

/** The name of a table in an engine on this machine. */
export const localTableName = (name: TableName): string => `pet-store-local-${name}`;

/**
 * Creates the tables of `lib/storage/tables.ts` that the engine lacks. It gives those that are there new indexes and streams, and
 * keeps their data.
 * @param nameOf the name of a table in the engine. @default localTableName
 * @throws StartupError if a table has another key, or the engine does not answer
 */
export const createTables = async (engine: Engine, nameOf = localTableName): Promise<void> => {
  const client = new DynamoDBClient(clientConfig(engine));
  try {
    await Promise.all(
      tableNames().map((name) => createTable(client, nameOf(name), tableDefinition(name))),
    );
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const { endpoint, description } = engine;
    const fix =
      description === endpoint
        ? 'start DynamoDB there, or unset AWS_ENDPOINT_URL_DYNAMODB'
        : 'check its disk, or choose another folder with --data-dir';
    throw new StartupError(
      `The tables in ${description} cannot be created (${firstLine(error)}): ${fix}.`,
    );
  } finally {
    client.destroy();
  }
};

type Definition = ReturnType<typeof tableDefinition>;

/** All are on demand: capacity costs nothing here. */
const inputOf = (TableName: string, { key, indexes = {}, keysOnly, stream }: Definition) => {
  const types = Object.assign({}, key, ...Object.values(indexes)) satisfies typeof key;
  const globalIndexes = Object.entries(indexes).map(
    ([IndexName, indexKey]): GlobalSecondaryIndex => ({
      IndexName,
      KeySchema: keySchema(indexKey),
      Projection: { ProjectionType: keysOnly?.includes(IndexName) ? 'KEYS_ONLY' : 'ALL' },
    }),
  );
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(key),
    AttributeDefinitions: Object.entries<'N' | 'S'>(types).map(
      ([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }),
    ),
    ...(globalIndexes.length > 0 && { GlobalSecondaryIndexes: globalIndexes }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  } satisfies CreateTableCommandInput;
};

const keySchema = (key: Readonly<Record<string, unknown>>) =>
  Object.keys(key).map((AttributeName, index) => ({
    AttributeName,
    KeyType: index === 0 ? ('HASH' as const) : ('RANGE' as const),
  }));

/**
 * Creates one table if the engine lacks it. Gives one that an older version made the indexes and the stream of this one. DynamoDB
 * takes one change at a time.
 */
export const createTable = async (
  client: DynamoDBClient,
  TableName: string,
  definition: Definition,
): Promise<void> => {
  const input = inputOf(TableName, definition);
  const { AttributeDefinitions, StreamSpecification } = input;
  const wait = () => waitUntilTableExists({ client, ...WAIT }, { TableName });
  const update = async (change: Omit<UpdateTableCommandInput, 'TableName'>): Promise<void> => {
    await client.send(new UpdateTableCommand({ TableName, ...change }));
    await wait();
  };
  const describe = client.send(new DescribeTableCommand({ TableName }));
  const found = (await describe.catch(ifError(ResourceNotFoundException, undefined)))?.Table;
  if (found === undefined) {
    // The SDK repeats a call whose answer was late, and then finds the table of its first attempt.
    const create = client.send(new CreateTableCommand(input));
    await create.catch(ifError(ResourceInUseException, undefined));
    return void (await wait());
  }
  const { KeySchema, GlobalSecondaryIndexes, StreamSpecification: oldStream } = found;
  if (!isDeepStrictEqual(KeySchema, input.KeySchema)) {
    throw new StartupError(
      `The table ${TableName} was made with another key: delete the data folder, or choose another with --data-dir.`,
    );
  }
  for (const index of input.GlobalSecondaryIndexes ?? []) {
    const { IndexName } = index;
    const old = GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
    if (isDeepStrictEqual(old?.KeySchema, index.KeySchema)) continue;
    if (old) await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
    await update({ AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] });
  }
  if (StreamSpecification && oldStream?.StreamViewType !== StreamSpecification.StreamViewType) {
    if (oldStream?.StreamViewType) await update({ StreamSpecification: { StreamEnabled: false } });
    await update({ StreamSpecification });
  }
};
