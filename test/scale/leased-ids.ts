import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { Counter } from '../../lib/counter.ts';

/** Hands out ids that it leases from the counter called `name`, so many at a time. */
export const leaseIds = (
  client: DynamoDBDocumentClient,
  table: string,
  name: string,
  block: number,
): Pick<Counter, 'next'> => {
  let [next, end] = [0n, 0n];
  return {
    next: async () => {
      if (next === end) {
        const { Attributes } = await client.send(
          new UpdateCommand({
            TableName: table,
            Key: { name },
            UpdateExpression: 'ADD #value :block',
            ExpressionAttributeNames: { '#value': 'value' },
            ExpressionAttributeValues: { ':block': block },
            ReturnValues: 'UPDATED_NEW',
          }),
        );
        const { value } = z.object({ value: z.bigint() }).parse(Attributes);
        [next, end] = [value - BigInt(block) + 1n, value + 1n];
      }
      next += 1n;
      return next - 1n;
    },
  };
};
