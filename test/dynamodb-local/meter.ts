import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Capacity } from '../../infra/cost/capacity.ts';

const units = z.object({ CapacityUnits: z.number() });
const consumed = z.object({ ConsumedCapacity: z.union([units, z.array(units)]) });

/** A transaction reports each table, with its own units and those of each index. */
const consumedByTransaction = z.object({
  ConsumedCapacity: z.array(
    z.object({ Table: units, GlobalSecondaryIndexes: z.record(z.string(), units).optional() }),
  ),
});

/** Units of a write in a transaction, where what is written is smaller than 1 KB. */
const TRANSACTED = 2;

/**
 * DynamoDB Local counts four units where AWS documents two ("Amazon DynamoDB Transactions: How it works",
 * "Capacity management for transactions"), for an index too.
 */
const ofTransaction = (output: unknown): number =>
  sum(
    consumedByTransaction
      .parse(output)
      .ConsumedCapacity.flatMap(({ Table, GlobalSecondaryIndexes = {} }) => [
        Table,
        ...Object.values(GlobalSecondaryIndexes),
      ]),
  ) / 2;

const sum = (all: readonly z.output<typeof units>[]): number =>
  all.reduce((total, { CapacityUnits }) => total + CapacityUnits, 0);

/** What a piece of work that only reads asks. */
export const reads = (readUnits: number, trips = 1, requests = trips): Capacity => ({
  trips,
  requests,
  readUnits,
  writeUnits: 0,
});

/** Tells what a piece of work asked of DynamoDB. One piece at a time. */
export type Meter = (work: () => Promise<unknown>) => Promise<Capacity>;

/** Has DynamoDB itself report the units of each request that the client makes from now on. */
export const openMeter = (client: DynamoDBDocumentClient): Meter => {
  const none = { trips: 0, requests: 0, readUnits: 0, writeUnits: 0 };
  let total = { ...none };
  let underWay = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isTransaction = commandName?.startsWith('Transact');
        if (underWay === 0) total.trips += 1;
        total.requests += 1;
        underWay += 1;
        try {
          Object.assign(args.input, {
            ReturnConsumedCapacity: isTransaction ? 'INDEXES' : 'TOTAL',
          });
          const result = await next(args);
          const kind = /^(BatchGet|Get|Query|Scan)/.test(commandName ?? '')
            ? 'readUnits'
            : 'writeUnits';
          total[kind] += isTransaction
            ? ofTransaction(result.output)
            : sum([consumed.parse(result.output).ConsumedCapacity].flat());
          return result;
        } catch (error) {
          // DynamoDB does not report it, but charges for a refused write ("Working with items and
          // attributes in DynamoDB", "Conditional writes"). What is stored here is smaller than a unit.
          if (error instanceof ConditionalCheckFailedException) total.writeUnits += 1;
          if (error instanceof TransactionCanceledException) {
            total.writeUnits += TRANSACTED * (error.CancellationReasons?.length ?? 0);
          }
          throw error;
        } finally {
          underWay -= 1;
        }
      },
    { step: 'initialize', priority: 'high' },
  );
  return async (work) => {
    total = { ...none };
    await work();
    return total;
  };
};
