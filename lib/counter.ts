import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { parseItem } from './stored-item.ts';

const CounterItem = z.object({ value: z.bigint() });

/**
 * An atomic counter, one item of the `counters` table. It throws MalformedItemError if that item
 * is not a counter, and the errors of `lib/storage-errors.ts`.
 */
export interface Counter {
  /** The next number: unique under any concurrency, ascending, never handed out again. From 1. */
  readonly next: () => Promise<bigint>;
}

/** Builds the counter called `name`. */
export const buildCounter = (
  client: DynamoDBDocumentClient,
  table: string,
  name: string,
  place = { table, key: ['name'] },
): Counter => ({
  next: async () => {
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: table,
        Key: { name },
        UpdateExpression: 'ADD #value :one',
        ExpressionAttributeNames: { '#value': 'value' },
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return parseItem(CounterItem, { ...Attributes, name }, place).value;
  },
});
