import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { readItem } from '../../lib/dynamodb.ts';
import { parseItem } from '../../lib/stored-item.ts';
import { readItems } from './stored-items.ts';

/** The last id of each counter, by its name. */
export type Counters = ReadonlyMap<string, bigint>;

const CounterItem = z.object({ name: z.string(), value: z.bigint() });

/**
 * Reads all counters of a table.
 * @throws MalformedItemError if one of its items is not a counter
 */
export const readCounters = async (
  client: DynamoDBDocumentClient,
  table: string,
): Promise<Counters> => {
  const counters = new Map<string, bigint>();
  for await (const item of readItems(client, table)) {
    const { name, value } = parseItem(CounterItem, readItem({ ...item }), {
      table,
      name: 'counters',
    });
    counters.set(name, value);
  }
  return counters;
};

/** Raises the counters of a table that are too low, in one write each: no id may be given twice. */
export const raiseCounters = async (
  client: DynamoDBDocumentClient,
  table: string,
  counters: Counters,
): Promise<void> => {
  for (const [name, value] of counters) {
    const raise = new UpdateCommand({
      TableName: table,
      Key: { name },
      UpdateExpression: 'SET #value = :value',
      ConditionExpression: 'attribute_not_exists(#value) OR #value < :value',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':value': value },
    });
    await client.send(raise).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
};
