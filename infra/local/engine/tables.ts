import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ResourceInUseException,
  ResourceNotFoundException,
  type StreamSpecification,
  type TableDescription,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import { COMMAND_TIMEOUTS } from '../../command-line/command-timeouts.ts';
import { firstLine } from '../../command-line/first-line.ts';
import { StartupError } from '../startup-error.ts';
import { clientConfig, type OpenedEngine } from './open-engine.ts';

/** The name of a table in an engine on this machine. */
export const localTableName = (name: TableName): string => `pet-store-local-${name}`;

/**
 * Creates the tables of `lib/storage/tables.ts` that the engine lacks. It adds and removes indexes and streams of those that are
 * there, and keeps their data.
 * @param nameOf the name of a table in the engine. @default localTableName
 * @throws StartupError if a table has another key, or the engine does not answer
 */
export const createTables = async (
  engine: Omit<OpenedEngine, 'close'>,
  nameOf = localTableName,
): Promise<void> => {
  const client = new DynamoDBClient({ ...clientConfig(engine), ...COMMAND_TIMEOUTS });
  try {
    await Promise.all(tableNames().map((name) => createTable(client, inputOf(name, nameOf(name)))));
  } catch (error) {
    throw explained(error, engine);
  } finally {
    client.destroy();
  }
};

const explained = (error: unknown, { endpoint, description }: Omit<OpenedEngine, 'close'>) => {
  if (error instanceof StartupError) return error;
  const reason = firstLine(error);
  if (error instanceof DynamoDBServiceException && error.$fault === 'client') {
    return new StartupError(`A table cannot be created (${error.name}: ${reason}).`);
  }
  return new StartupError(
    description === endpoint
      ? `DynamoDB does not answer at ${endpoint} (${reason}): start it there, or unset AWS_ENDPOINT_URL_DYNAMODB.`
      : `The tables in ${description} cannot be created (${reason}): check its disk, or choose another folder with --data-dir.`,
  );
};

type TableInput = CreateTableCommandInput & { readonly TableName: string };

type Index = NonNullable<CreateTableCommandInput['GlobalSecondaryIndexes']>[number];

/** All are on demand: capacity costs nothing here. */
const inputOf = (name: TableName, engineName: string): TableInput => {
  const { key, indexes = {}, projection = 'ALL', stream } = tableDefinition(name);
  const types = Object.assign({}, key, ...Object.values(indexes)) satisfies typeof key;
  const globalIndexes = Object.entries(indexes).map(
    ([IndexName, indexKey]): Index => ({
      IndexName,
      KeySchema: keySchema(indexKey),
      Projection: { ProjectionType: projection },
    }),
  );
  return {
    TableName: engineName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(key),
    AttributeDefinitions: Object.entries<'N' | 'S'>(types).map(
      ([AttributeName, AttributeType]) => ({
        AttributeName,
        AttributeType,
      }),
    ),
    ...(globalIndexes.length > 0 && { GlobalSecondaryIndexes: globalIndexes }),
    ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
  };
};

const keySchema = (key: Readonly<Record<string, unknown>>) =>
  Object.keys(key).map((AttributeName, index) => ({
    AttributeName,
    KeyType: index === 0 ? ('HASH' as const) : ('RANGE' as const),
  }));

const createTable = async (client: DynamoDBClient, input: TableInput): Promise<void> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: input.TableName }));
    if (Table) await changeTable(client, input, Table);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    // The SDK repeats a call whose answer was late, and then finds the table of its first attempt.
    await client.send(new CreateTableCommand(input)).catch((repeated: unknown) => {
      if (!(repeated instanceof ResourceInUseException)) throw repeated;
    });
    await waitUntilTableExists({ client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 30 }, input);
  }
};

/** Gives a table that an older version made the indexes and the stream of this one. DynamoDB takes one change at a time. */
const changeTable = async (
  client: DynamoDBClient,
  input: TableInput,
  found: TableDescription,
): Promise<void> => {
  const { TableName } = input;
  if (textOf(found) !== textOf(input)) {
    throw new StartupError(
      `The table ${TableName} was made with another key: delete the data folder, or choose another with --data-dir.`,
    );
  }
  const update = async (change: Omit<UpdateTableCommandInput, 'TableName'>): Promise<void> => {
    await client.send(new UpdateTableCommand({ TableName, ...change }));
    await waitUntilTableExists(
      { client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 60 },
      { TableName },
    );
  };
  const before = found.GlobalSecondaryIndexes ?? [];
  const after = input.GlobalSecondaryIndexes ?? [];
  for (const { IndexName, ...old } of before) {
    if (after.some((index) => index.IndexName === IndexName && textOf(index) === textOf(old)))
      continue;
    await update({ GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }] });
  }
  for (const index of after) {
    const { IndexName } = index;
    if (before.some((old) => old.IndexName === IndexName && textOf(old) === textOf(index)))
      continue;
    const { AttributeDefinitions } = input;
    await update({ AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create: index }] });
  }
  const stream = found.StreamSpecification;
  if (stream?.StreamViewType === input.StreamSpecification?.StreamViewType) return;
  const setStream = (StreamSpecification: StreamSpecification) => update({ StreamSpecification });
  // The view of a stream cannot be changed: a new stream is needed.
  if (stream?.StreamEnabled) await setStream({ StreamEnabled: false });
  if (input.StreamSpecification) await setStream(input.StreamSpecification);
};

/** The key of a table or of an index, and what the index has of each item, as text to compare. */
const textOf = ({
  KeySchema = [],
  Projection,
}: {
  readonly KeySchema?: TableDescription['KeySchema'];
  readonly Projection?: { readonly ProjectionType?: string | undefined } | undefined;
}): string =>
  JSON.stringify([
    KeySchema.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]).sort(),
    Projection?.ProjectionType,
  ]);
