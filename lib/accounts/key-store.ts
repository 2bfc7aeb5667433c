import { type DynamoDBDocumentClient, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ifAbsent, updateExpression } from '../storage/update-expression.ts';
import { updateIf } from '../storage/update-if.ts';
import { randomBase62 } from '../values/base62.ts';
import { hashApiKey } from './api-key.ts';
import { Key } from './key-record.ts';
import { readAll } from './read-all-records.ts';

/** What is said of a key when it is issued. */
export type KeyDetails = Pick<Key, 'accountId' | 'createdBy' | 'expiresAt' | 'name' | 'scope'>;

/**
 * The operators' side of API keys in DynamoDB. Nothing is ever deleted. Its functions throw the
 * errors of `lib/errors/storage-errors.ts`.
 */
export interface KeyStore {
  /** Stores a key that `generateApiKey` made: its hash and last four characters, not the key. */
  readonly issue: (apiKey: string, details: KeyDetails) => Promise<Key>;
  /** All of them, the oldest first: strongly consistent, a read of the whole table. */
  readonly list: () => Promise<readonly Key[]>;
  /** Ends a key, for good; one that is revoked already stays as it is. Gives its record. */
  readonly revoke: (key: Key, by: string) => Promise<Key>;
  /**
   * Names a key's successor and ends the key at a time. Gives its record, undefined if it has
   * another successor already or was revoked.
   */
  readonly supersede: (
    key: Key,
    successor: string,
    endsAt: Date,
    by: string,
  ) => Promise<Key | undefined>;
}

/** Builds the store over the `apiKeys` table. */
export const buildKeyStore = (
  client: DynamoDBDocumentClient,
  table: string,
  clock: () => Date = () => new Date(),
): KeyStore => ({
  issue: async (apiKey, details) => {
    const key: Key = {
      keyHash: hashApiKey(apiKey),
      keyId: `key_${randomBase62(16)}`,
      lastFour: apiKey.slice(-4),
      createdAt: clock().toISOString(),
      ...details,
    };
    await client.send(
      new PutCommand({
        TableName: table,
        Item: key,
        // The second half lets the SDK's retry pass when the first attempt's answer was lost.
        ConditionExpression: 'attribute_not_exists(keyHash) OR keyId = :keyId',
        ExpressionAttributeValues: { ':keyId': key.keyId },
      }),
    );
    return key;
  },

  list: () => readAll(client, { table, name: 'apiKeys' }, Key),

  revoke: async ({ keyHash }, by) => {
    const { Attributes } = await client.send(
      new UpdateCommand({
        TableName: table,
        Key: { keyHash },
        ...updateExpression(
          { revokedAt: ifAbsent(clock().toISOString()), revokedBy: ifAbsent(by) },
          { ConditionExpression: 'attribute_exists(keyHash)' },
        ),
        ReturnValues: 'ALL_NEW',
      }),
    );
    return Key.parse(Attributes);
  },

  supersede: async ({ keyHash }, successor, endsAt, by) => {
    const key = await updateIf(client, {
      TableName: table,
      Key: { keyHash },
      ...updateExpression(
        {
          successor,
          expiresAt: endsAt.toISOString(),
          rolledAt: clock().toISOString(),
          rolledBy: by,
        },
        {
          // The last part lets the SDK's retry pass when the first attempt's answer was lost.
          ConditionExpression:
            'attribute_exists(keyHash) AND attribute_not_exists(revokedAt) AND (attribute_not_exists(successor) OR successor = :successor)',
        },
      ),
      ReturnValues: 'ALL_NEW',
    });
    return key && Key.parse(key);
  },
});
