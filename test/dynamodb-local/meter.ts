import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Capacity } from '../../infra/cost/capacity.ts';

const consumed = z.object({ ConsumedCapacity: z.object({ CapacityUnits: z.number() }) });

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
        if (underWay === 0) total.trips += 1;
        total.requests += 1;
        underWay += 1;
        try {
          Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
          const result = await next(args);
          const kind = /^(Get|Query|Scan)/.test(commandName ?? '') ? 'readUnits' : 'writeUnits';
          total[kind] += consumed.parse(result.output).ConsumedCapacity.CapacityUnits;
          return result;
        } catch (error) {
          // DynamoDB does not report it, but charges for a refused write ("Working with items and
          // attributes in DynamoDB", "Conditional writes"). What is stored here is smaller than a unit.
          if (error instanceof ConditionalCheckFailedException) total.writeUnits += 1;
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
