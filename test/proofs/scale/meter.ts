import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type TableName, tableDefinition, tableNames } from '../../../lib/storage/tables.ts';
import type { TestEngine } from '../../support/engine.ts';
import type { Capacity } from './capacity.ts';

type Item = Readonly<Record<string, unknown>>;

/** What a meter reads of a request that names one table, or of a part of a transaction. */
interface Part {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeValues?: Item;
}

interface Request extends Part {
  readonly TransactItems?: readonly Readonly<Record<string, Part>>[];
  readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
}

/** What an engine reports of a request, of each table. */
interface Reported {
  readonly ConsumedCapacity: ConsumedCapacity | readonly ConsumedCapacity[];
}

/** The parts of a request: one, or as many as a transaction or a batch has. */
const partsOf = ({ TransactItems, RequestItems, ...only }: Request): readonly Part[] => {
  if (TransactItems) return TransactItems.flatMap((item) => Object.values(item));
  if (RequestItems === undefined) return [only];
  return Object.entries(RequestItems).flatMap(([TableName, { Keys }]) =>
    Keys.map((Key) => ({ TableName, Key })),
  );
};

/**
 * Has the engine itself report the units of each request that the client makes from now on. The embedded engine charges as
 * AWS does, as was measured there (nubo-db/dynoxide#188).
 */
export const openMeter = ({ client, tables }: Pick<TestEngine, 'client' | 'tables'>) => {
  const names = new Map(tableNames().map((name) => [tables[name], name]));
  const nameOf = (table = ''): TableName => names.get(table) ?? 'pets';
  const none = () => ({
    roundTrips: 0,
    requests: 0,
    readUnits: 0,
    writes: new Map<string, number>(),
    partitions: new Map<string, number>(),
  });
  let total = none();
  let underWay = 0;
  const own = new WeakSet<object>();
  const add = (to: Map<string, number>, name: string, number: number) =>
    to.set(name, (to.get(name) ?? 0) + number);

  /** The item of a part as it is stored. */
  const read = async ({ TableName, Key, Item = {} }: Part): Promise<Item | undefined> => {
    const names = Object.keys(tableDefinition(nameOf(TableName)).key);
    const key = Key ?? Object.fromEntries(names.map((name) => [name, Item[name]]));
    const get = new GetCommand({ TableName, Key: key, ConsistentRead: true });
    own.add(get.input);
    return (await client.send(get)).Item;
  };

  /** The partitions of a table or an index that some parts read or wrote, each with the KB of it: once for each place. */
  const partitionsOf = (
    target: string,
    parts: readonly (Part & { readonly items: readonly (Item | undefined)[] })[],
  ): readonly (readonly [partition: string, size: number])[] => {
    const [table, index] = target.split('.');
    const { key, indexes = {} } = tableDefinition(table as TableName);
    const keys = Object.keys((index && indexes[index]) || key);
    const [partitionKey = ''] = keys;
    return parts.flatMap(({ TableName, KeyConditionExpression = '', items, ...part }) => {
      if (nameOf(TableName) !== table) return [];
      const [, placeholder = ''] = /= (:\w+)/.exec(KeyConditionExpression) ?? [];
      if (placeholder) return [[String(part.ExpressionAttributeValues?.[placeholder]), 1]];
      const size = Math.max(...items.map(kilobytesOf));
      if (index === undefined) return [[String((part.Key ?? part.Item)?.[partitionKey]), size]];
      // An item whose place in the index changes is written twice there.
      const places = items
        .filter((item) => item && keys.every((each) => item[each] !== undefined))
        .map((item) => keys.map((each) => String(item?.[each])));
      const [first, second] = places;
      const moved = first && second && first.join() !== second.join();
      return places.slice(0, moved ? 2 : 1).map(([value = '']) => [value, size] as const);
    });
  };

  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (own.has(args.input)) return next(args);
        const isRead = /^(BatchGet|Get|Query|Scan)/.test(commandName);
        const kind = isRead ? 'read' : 'write';
        if (underWay === 0) total.roundTrips += 1;
        total.requests += 1;
        underWay += 1;
        const parts = partsOf(args.input as Request);
        try {
          const before = isRead ? [] : await Promise.all(parts.map(read));
          Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
          const result = await next(args);
          const after = isRead ? [] : await Promise.all(parts.map(read));
          const changed = parts.map((part, nth) => ({ ...part, items: [before[nth], after[nth]] }));
          const { ConsumedCapacity } = result.output as Reported;
          for (const report of [ConsumedCapacity].flat()) {
            for (const [target, number] of targetsOf(report, nameOf(report.TableName))) {
              if (isRead) total.readUnits += number;
              else if (number > 0) add(total.writes, target, number);
              const partitions = number > 0 ? partitionsOf(target, changed) : [];
              const all = partitions.reduce((sum, [, size]) => sum + size, 0);
              for (const [partition, size] of partitions)
                add(total.partitions, `${kind} ${target} ${partition}`, (number * size) / all);
            }
          }
          return result;
        } finally {
          underWay -= 1;
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  return {
    /** Tells what work asked of DynamoDB. One piece at a time. */
    measure: async (work: () => Promise<unknown>): Promise<Capacity> => {
      total = none();
      await work();
      const { roundTrips, requests, readUnits, writes } = total;
      return { roundTrips, requests, readUnits, writes: Object.fromEntries(writes) };
    },
    /**
     * The units of the last piece of work by kind and partition, which is all of a table or an index that has one partition
     * key: `read pets 3`, `write pets.byStatus 4#sold`.
     */
    partitions: (): ReadonlyMap<string, number> => total.partitions,
  };
};

/** The size of an item, about, in whole KB: what a transaction writes into a table is reported together. */
const kilobytesOf = (item: Item = {}): number =>
  Object.values(item).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.length : String(value).length),
    1024,
  ) >> 10;

/** What is reported of a table, and of each of its indexes, by the names that `Capacity` has for them. */
const targetsOf = (
  { Table, GlobalSecondaryIndexes = {} }: ConsumedCapacity,
  name: TableName,
): readonly (readonly [target: string, number: number])[] => [
  [name, Table?.CapacityUnits ?? 0],
  ...Object.entries(GlobalSecondaryIndexes).map(
    ([index, { CapacityUnits = 0 }]) => [`${name}.${index}`, CapacityUnits] as const,
  ),
];
