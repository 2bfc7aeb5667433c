import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { TestEngine } from './engine.ts';

/** Sets the id that was given last. */
export const setCounter = async (
  { client, tables }: TestEngine,
  name: 'orders' | 'pets',
  value: bigint | number,
): Promise<void> => {
  await client.send(
    new UpdateCommand({
      TableName: tables.counters,
      Key: { name },
      UpdateExpression: 'SET #value = :value',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':value': value },
    }),
  );
};
