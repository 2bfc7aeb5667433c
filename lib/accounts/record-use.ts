import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { TIME_BUDGET } from '../time-budget.ts';
import type { Key } from './key.ts';

const HOUR = 60 * 60 * 1000;

/**
 * Notes the hour in which a key was used: one write an hour and key, however often it is used.
 * @throws the errors of `lib/storage-errors.ts`
 */
export type RecordUse = (key: Key, now: Date) => Promise<void>;

/** Builds it over the `apiKeys` table. */
export const buildRecordUse =
  (client: DynamoDBDocumentClient, table: string): RecordUse =>
  async ({ keyHash, lastUsedAt }, now) => {
    const hour = new Date(Math.floor(now.getTime() / HOUR) * HOUR).toISOString();
    if (lastUsedAt !== undefined && lastUsedAt >= hour) return;
    const update = new UpdateCommand({
      TableName: table,
      Key: { keyHash },
      UpdateExpression: 'SET lastUsedAt = :hour',
      ConditionExpression:
        'attribute_exists(keyHash) AND (attribute_not_exists(lastUsedAt) OR lastUsedAt < :hour)',
      ExpressionAttributeValues: { ':hour': hour },
    });
    try {
      await client.send(update, { abortSignal: AbortSignal.timeout(TIME_BUDGET.lastUse) });
    } catch (error) {
      // Another instance of the authorizer was first.
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  };
