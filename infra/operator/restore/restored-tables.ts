import { hash } from 'node:crypto';
import {
  DescribeTableCommand,
  ResourceNotFoundException,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { keyAttributes, type TableName } from '../../../lib/storage/tables.ts';
import { ifError } from '../../command-line/errors.ts';
import { keyOf, readItems, type StoredItem } from '../stage/stored-items.ts';
import { RefusedError } from '../terminal/errors.ts';

interface RestoredTable {
  readonly name: TableName;
  readonly from: string;
  readonly to: string;
  /** Items that differ from the restored table on purpose, or are missing there. */
  readonly repaired?: readonly StoredItem[] | undefined;
}

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
  const tables = names.map((name) => {
    return { name, from: `${table(name)}-${suffix}`, to: table(name) };
  });
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
  const found = client.send(new DescribeTableCommand({ TableName }));
  return (await found.catch(ifError(ResourceNotFoundException, undefined)))?.Table;
};

const faultOf = (
  { name, from, to }: RestoredTable,
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
  return names.join() === keyAttributes(name).join()
    ? undefined
    : `${from} has another key (${names.join(', ')})`;
};

/**
 * Compares a table of the stage with its restored copy. It needs about 150 bytes of memory for each
 * item of the stage's table.
 * @returns the writes that make them alike, and what each does to an item
 */
export async function* differences(
  client: DynamoDBDocumentClient,
  { name, from, to, repaired = [] }: RestoredTable,
) {
  const placeOf = (item: StoredItem): string => JSON.stringify(keyOf(name, item));
  const present = new Map<string, string>();
  for await (const item of readItems(client, to)) present.set(placeOf(item), digest(item));
  const repairs = new Map(repaired.map((item) => [placeOf(item), item]));
  const compare = function* (place: string, Item: StoredItem) {
    const found = present.get(place);
    present.delete(place);
    if (found === digest(Item)) return;
    const kind = found === undefined ? 'added' : 'replaced';
    yield { kind, write: { PutRequest: { Item } } } as const;
  };
  for await (const restored of readItems(client, from)) {
    const place = placeOf(restored);
    yield* compare(place, repairs.get(place) ?? restored);
    repairs.delete(place);
  }
  for (const [place, item] of repairs) yield* compare(place, item);
  for (const place of present.keys()) {
    yield { kind: 'removed', write: { DeleteRequest: { Key: JSON.parse(place) } } } as const;
  }
}

const digest = (item: StoredItem): string => hash('sha256', JSON.stringify(item, sorted), 'base64');

/** DynamoDB sends the attributes of an item in any order. */
const sorted = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;
