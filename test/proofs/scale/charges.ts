import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { type TableName, tableDefinition } from '../../../lib/storage/tables.ts';

/** An item as DynamoDB sends it. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** Units that a partition of a table or an index is charged. A partition is everything that has one partition key. */
export interface Charge {
  /** Such as `pets 3` or `pets.byStatus 4`. */
  readonly partition: string;
  readonly kind: 'read' | 'write';
  readonly units: number;
}

const [READ_BYTES, WRITE_BYTES] = [4096, 1024];

const valueSize = (value: unknown): number => {
  const [[type, of] = ['', undefined]] = Object.entries(Object(value));
  if (type === 'S') return Buffer.byteLength(String(of));
  if (type === 'N') return Math.ceil(String(of).replaceAll(/\D/g, '').length / 2) + 1;
  if (type === 'B') return (3 * String(of).length) / 4;
  if (type !== 'M' && type !== 'L') return 1;
  return Object.entries(Object(of)).reduce(
    (sum, [name, member]) => sum + 1 + (type === 'M' ? name.length : 0) + valueSize(member),
    3,
  );
};

/** The bytes of an item ("DynamoDB item sizes and formats"). */
export const sizeOf = (item: Item | undefined): number =>
  Object.entries(item ?? {}).reduce(
    (sum, [name, value]) => sum + name.length + valueSize(value),
    0,
  );

const text = (value: AttributeValue | undefined): string => Object.values(value ?? {}).join();

const write = (partition: string, bytes: number, times = 1): Charge => ({
  partition,
  kind: 'write',
  units: times * Math.max(1, Math.ceil(bytes / WRITE_BYTES)),
});

/**
 * The charge of a read of so many bytes at once: a unit for 4 KB, strongly consistent, or half of it.
 * @param key the value of the partition key
 */
export const readCharge = (
  target: string,
  key: AttributeValue | undefined,
  bytes: number,
  consistent: boolean,
): Charge => ({
  partition: `${target} ${text(key)}`,
  kind: 'read',
  units: Math.max(1, Math.ceil(bytes / READ_BYTES)) / (consistent ? 1 : 2),
});

/** The item's part in an index: undefined if it lacks a key. */
const projected = (
  name: TableName,
  index: string,
  keys: readonly string[],
  item: Item | undefined,
) => {
  if (item === undefined || keys.some((key) => item[key] === undefined)) return undefined;
  const { key, keysOnly } = tableDefinition(name);
  if (!keysOnly?.includes(index)) return item;
  return Object.fromEntries(
    [...Object.keys(key), ...keys].map((each) => [each, item[each] ?? { NULL: true }]),
  );
};

/**
 * The charges of a write: the larger of both items in the table, twice in a transaction; in each index a write where its part
 * changes, two where its key does ("Using Global Secondary Indexes in DynamoDB", write capacity units).
 * @param key where the item is
 * @param applied whether its conditions held: else only the table is charged
 */
export const writeCharges = (
  name: TableName,
  key: Item,
  [before, after]: readonly [Item | undefined, Item | undefined],
  { inTransaction, applied }: { readonly inTransaction: boolean; readonly applied: boolean },
): readonly Charge[] => {
  const definition = tableDefinition(name);
  const [partitionKey = ''] = Object.keys(definition.key);
  const largest = Math.max(sizeOf(before), sizeOf(after));
  const ofTable = write(`${name} ${text(key[partitionKey])}`, largest, inTransaction ? 2 : 1);
  if (!applied) return [ofTable];
  const ofIndexes = Object.entries(definition.indexes ?? {}).flatMap(([index, indexKey]) => {
    const keys = Object.keys(indexKey);
    const parts = [before, after].map((item) => projected(name, index, keys, item));
    const [old, now] = parts;
    if (JSON.stringify(sorted(old)) === JSON.stringify(sorted(now))) return [];
    const place = (item: Item | undefined) => keys.map((each) => text(item?.[each])).join();
    const written = old && now && place(old) === place(now) ? [now] : parts;
    return written.flatMap((item) =>
      item ? [write(`${name}.${index} ${text(item[keys[0] ?? ''])}`, sizeOf(item))] : [],
    );
  });
  return [ofTable, ...ofIndexes];
};

const sorted = (item: Item | undefined) => item && Object.entries(item).sort();
