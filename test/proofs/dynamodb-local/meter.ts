import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { TestEngine } from '../../support/engine.ts';
import type { Capacity } from './capacity.ts';

const units = z.object({ CapacityUnits: z.number() });

/** What DynamoDB reports of a table and of each index. */
const ofTable = z.object({
  TableName: z.string(),
  Table: units.optional(),
  GlobalSecondaryIndexes: z.record(z.string(), units).default({}),
});
const consumed = z.object({ ConsumedCapacity: z.union([z.array(ofTable), ofTable]) });

/**
 * DynamoDB Local reports four units for each KB that a transaction writes, to a table and to an index. `Capacity` has what
 * the same writes take one by one.
 */
const REPORTED_IN_TRANSACTION = 4;

/** What is refused is not reported: the tables that it would have written, one for each part. */
const refused = z.union([
  z.object({
    TransactItems: z.array(z.record(z.string(), z.object({ TableName: z.string() }))),
  }),
  z.object({ TableName: z.string() }),
]);

/** The kind and the table of each part of a request. */
const partsIn = (input: unknown): readonly (readonly [kind: string, table: string])[] => {
  const parsed = refused.parse(input);
  if ('TableName' in parsed) return [['', parsed.TableName]];
  return parsed.TransactItems.flatMap((part) =>
    Object.entries(part).map(([kind, { TableName }]) => [kind, TableName] as const),
  );
};

const tablesOf = (input: unknown): readonly string[] => partsIn(input).map(([, table]) => table);

/**
 * The items of a table in a transaction, for each that DynamoDB Local reports. That is one Put and one Update: the others
 * have to be alike, as the two sides of an order are.
 */
const itemsPerReport = (input: unknown, table: string): number => {
  const kinds = partsIn(input).flatMap(([kind, each]) => (each === table ? kind : []));
  return kinds.length / new Set(kinds).size;
};

/** Tells what a piece of work asked of DynamoDB. One piece at a time. */
export type Meter = (work: () => Promise<unknown>) => Promise<Capacity>;

/** Has DynamoDB itself report the units of each request that the client makes from now on. */
export const openMeter = ({ client, tables }: Pick<TestEngine, 'client' | 'tables'>): Meter => {
  const names = new Map(Object.entries(tables).map(([name, deployed]) => [deployed, name]));
  const none = () => ({
    roundTrips: 0,
    requests: 0,
    readUnits: 0,
    writes: new Map<string, number>(),
    transacted: new Map<string, number>(),
  });
  let total = none();
  let underWay = 0;
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const isTransaction = commandName.startsWith('Transact');
        const written = isTransaction ? total.transacted : total.writes;
        const add = (target: string, number: number) =>
          written.set(target, (written.get(target) ?? 0) + number);
        if (underWay === 0) total.roundTrips += 1;
        total.requests += 1;
        underWay += 1;
        try {
          Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' });
          const result = await next(args);
          for (const report of [consumed.parse(result.output).ConsumedCapacity].flat()) {
            const inTransaction =
              isTransaction &&
              itemsPerReport(args.input, report.TableName) / REPORTED_IN_TRANSACTION;
            for (const [target, number] of partsOf(report, names)) {
              if (/^(BatchGet|Get|Query|Scan)/.test(commandName)) total.readUnits += number;
              else add(target, number * (inTransaction || 1));
            }
          }
          return result;
        } catch (error) {
          // DynamoDB does not report it, but charges for a refused write ("Working with items and
          // attributes in DynamoDB", "Conditional writes"). What is stored here is smaller than a unit.
          const isRefused =
            error instanceof ConditionalCheckFailedException ||
            error instanceof TransactionCanceledException;
          if (isRefused) {
            for (const table of tablesOf(args.input)) add(names.get(table) ?? table, 1);
          }
          throw error;
        } finally {
          underWay -= 1;
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  return async (work) => {
    total = none();
    await work();
    const { writes, transacted, ...rest } = total;
    return {
      ...rest,
      writes: Object.fromEntries(writes),
      transacted: Object.fromEntries(transacted),
    };
  };
};

/** What is reported of a table, and of each of its indexes, by the names that `Capacity` has for them. */
const partsOf = (
  { TableName, Table, GlobalSecondaryIndexes }: z.output<typeof ofTable>,
  names: ReadonlyMap<string, string>,
): readonly (readonly [target: string, number: number])[] => {
  const name = names.get(TableName) ?? TableName;
  const indexes = Object.entries(GlobalSecondaryIndexes);
  return [
    [name, Table?.CapacityUnits ?? 0] as const,
    ...indexes.map(([index, { CapacityUnits }]) => [`${name}.${index}`, CapacityUnits] as const),
  ];
};
