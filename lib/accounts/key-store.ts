import { randomUUID } from 'node:crypto';
import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hashApiKey } from './api-key.ts';

const KeyItem = z.object({ keyId: z.string(), accountId: z.string() });

/** What is known of a key beside its secret. */
export type KeyRecord = z.infer<typeof KeyItem>;

/** API keys in DynamoDB, by their hash. Its functions throw the errors of `lib/storage-errors.ts`. */
export interface KeyStore {
  /**
   * Gives an account a key that `generateApiKey` made. The key itself is not stored: only its
   * hash and last four characters are.
   */
  readonly issue: (accountId: string, key: string) => Promise<void>;
  /** Finds a key; undefined if it was never issued. One strongly consistent read. */
  readonly find: (key: string) => Promise<KeyRecord | undefined>;
}

/** Builds the store over the `apiKeys` table. */
export const buildKeyStore = (client: DynamoDBDocumentClient, table: string): KeyStore => ({
  issue: async (accountId, key) => {
    const keyId = `key_${randomUUID()}`;
    await client.send(
      new PutCommand({
        TableName: table,
        Item: {
          keyHash: hashApiKey(key),
          keyId,
          accountId,
          lastFour: key.slice(-4),
          createdAt: new Date().toISOString(),
        },
        // The second half lets the SDK's retry pass when the first attempt's answer was lost.
        ConditionExpression: 'attribute_not_exists(keyHash) OR keyId = :keyId',
        ExpressionAttributeValues: { ':keyId': keyId },
      }),
    );
  },

  find: async (key) => {
    const { Item } = await client.send(
      new GetCommand({
        TableName: table,
        Key: { keyHash: hashApiKey(key) },
        ConsistentRead: true,
      }),
    );
    return Item === undefined ? undefined : KeyItem.parse(Item);
  },
});
