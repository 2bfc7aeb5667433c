import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type TableName, tableDefinition } from '../../../lib/storage/tables.ts';
import { RefusedError } from '../terminal/errors.ts';
import type { RestoredTable } from './table-differences.ts';

/**
 * Finds the restored copies of tables: their names are the stage's with a suffix.
 * @throws RefusedError if one is missing, or they were restored to different seconds
 */
export const findRestored = async (
  client: DynamoDBDocumentClient,
  names: readonly TableName[],
  table: (name: TableName) => string,
  suffix: string,
): Promise<readonly RestoredTable[]> => {
  const tables = names.map((name) => ({
    name,
    from: `${table(name)}-${suffix}`,
    to: table(name),
    key: Object.keys(tableDefinition(name).key),
  }));
  const described = await Promise.all(tables.map(({ from }) => describe(client, from)));
  const [time] = described.flatMap((each) => timeOf(each) ?? []);
  const faults = tables.flatMap((each, index) => faultOf(each, described[index], time) ?? []);
  if (faults.length === 0) return tables;
  throw new RefusedError(
    `${faults.join('; ')}. Restore all tables to the same second, or wait until they are restored: docs/restoring.md.`,
  );
};

/** Only a table that AWS restored has this. */
const timeOf = (found: TableDescription | undefined) =>
  found?.RestoreSummary?.RestoreDateTime?.toISOString();

const describe = async (client: DynamoDBDocumentClient, TableName: string) => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const faultOf = (
  { from, to, key }: RestoredTable,
  found: TableDescription | undefined,
  time: string | undefined,
): string | undefined => {
  if (found === undefined) return `${from} does not exist`;
  if (found.TableStatus !== 'ACTIVE') return `${from} is ${found.TableStatus}, not ACTIVE`;
  const source = found.RestoreSummary?.SourceTableArn?.replace(/^.*\//, '') ?? to;
  if (source !== to) return `${from} is a copy of ${source}, not of ${to}`;
  const own = timeOf(found);
  if (own !== undefined && own !== time) return `${from} was restored to ${own}, others to ${time}`;
  const names = found.KeySchema?.map(({ AttributeName = '' }) => AttributeName) ?? [];
  return names.join() === key.join() ? undefined : `${from} has another key (${names.join(', ')})`;
};
