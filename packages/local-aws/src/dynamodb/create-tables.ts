import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ResourceInUseException,
  ResourceNotFoundException,
  type StreamSpecification,
  StreamViewType,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { type StackTemplate, withDependencies } from '../cloudformation/template.ts';
import { firstLine, StartupError } from '../startup-error.ts';
import { clientConfig, type OpenedEngine } from './open-engine.ts';

const keySchema = z.array(
  z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }),
);

const indexSchema = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(['ALL', 'INCLUDE', 'KEYS_ONLY']),
    NonKeyAttributes: z.array(z.string()).optional(),
  }),
});

const tableSchema = z.object({
  KeySchema: keySchema,
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(['B', 'N', 'S']) }),
  ),
  GlobalSecondaryIndexes: z.array(indexSchema).optional(),
  LocalSecondaryIndexes: z.array(indexSchema).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(StreamViewType) })
    .transform((stream) => ({ ...stream, StreamEnabled: true }))
    .optional(),
});

const TABLE_TYPES = ['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table'];

/** How long one request may take, in ms: the machine may be busy. */
const TIMEOUTS = { connectionTimeout: 5000, requestTimeout: 20_000, throwOnRequestTimeout: true };

/**
 * Creates the tables of a stack, and of its dependencies, that the engine lacks. All are on demand:
 * capacity costs nothing here.
 * @throws StartupError if a table has other keys, as from an older version of the stack, or the
 * engine does not answer
 */
export const createTables = async (
  engine: Omit<OpenedEngine, 'close'>,
  template: StackTemplate,
): Promise<void> => {
  const tables = withDependencies(template).flatMap((stack) =>
    TABLE_TYPES.flatMap((type) => stack.logicalIds(type)).map((logicalId) => ({
      TableName: stack.ref(logicalId),
      BillingMode: 'PAY_PER_REQUEST' as const,
      ...stack.read(logicalId, tableSchema),
    })),
  );
  const client = new DynamoDBClient({ ...clientConfig(engine), requestHandler: TIMEOUTS });
  try {
    await Promise.all(tables.map((table) => createTable(client, table)));
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
    return new StartupError(`A table of the stack cannot be made (${error.name}: ${reason}).`);
  }
  return new StartupError(
    description === endpoint
      ? `DynamoDB does not answer at ${endpoint} (${reason}): start it there, or unset AWS_ENDPOINT_URL_DYNAMODB.`
      : `The tables in ${description} cannot be made (${reason}): check its disk, or choose another folder with --data-dir.`,
  );
};

const createTable = async (
  client: DynamoDBClient,
  input: CreateTableCommandInput & { readonly TableName: string },
): Promise<void> => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: input.TableName }));
    if (keysOf(Table) !== keysOf(input)) {
      throw new StartupError(
        `The table ${input.TableName} was made by another version of the stack: delete the data folder, or choose another with --data-dir.`,
      );
    }
    await changeStream(client, input, Table?.StreamSpecification);
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
    // The SDK repeats a call whose answer was late, and then finds the table of its first attempt.
    await client.send(new CreateTableCommand(input)).catch((repeated: unknown) => {
      if (!(repeated instanceof ResourceInUseException)) throw repeated;
    });
    await waitUntilTableExists({ client, minDelay: 0.05, maxDelay: 1, maxWaitTime: 30 }, input);
  }
};

/** Gives a table the stream of its template: an older version of the stack may have made it without one. */
const changeStream = async (
  client: DynamoDBClient,
  { TableName, StreamSpecification: stream }: CreateTableCommandInput & { TableName: string },
  found: StreamSpecification | undefined,
): Promise<void> => {
  if (found?.StreamViewType === stream?.StreamViewType) return;
  const update = (StreamSpecification: StreamSpecification) =>
    client.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  // A stream's view cannot be changed: a new stream is needed.
  if (found?.StreamEnabled) await update({ StreamEnabled: false });
  if (stream) await update(stream);
};

type Keyed = Pick<CreateTableCommandInput, 'KeySchema'> & {
  readonly GlobalSecondaryIndexes?:
    | readonly (Pick<CreateTableCommandInput, 'KeySchema'> & {
        readonly IndexName?: string | undefined;
      })[]
    | undefined;
};

/** The keys of a table and of its indexes, as text to compare. */
const keysOf = (table: Keyed | undefined): string =>
  [table, ...(table?.GlobalSecondaryIndexes ?? [])]
    .map((part) => part?.KeySchema?.map(({ AttributeName, KeyType }) => [KeyType, AttributeName]))
    .map((keys) => JSON.stringify(keys?.sort()))
    .join();
