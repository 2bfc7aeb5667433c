import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { Tables } from '../storage/tables.ts';
import { randomBase62 } from '../values/base62.ts';
import { HeldKey } from './account-record.ts';
import { hashApiKey } from './api-key.ts';
import { buildChangeHeld, type HeldKeys, type KeyRefusal } from './held-keys.ts';
import { type Key, storedKey } from './key-record.ts';

export type KeyTables = Tables<'accounts' | 'apiKeys'>;

export type KeyDetails = Pick<
  Key,
  'accountId' | 'createdBy' | 'expiresAt' | 'name' | 'predecessor' | 'scope'
>;

/** A new record of a key: its hash and last four characters, not the key. */
export const newKey = (apiKey: string, details: KeyDetails, now: Date): Key => ({
  keyHash: hashApiKey(apiKey),
  keyId: `key_${randomBase62(16)}`,
  lastFour: apiKey.slice(-4),
  createdAt: now.toISOString(),
  ...details,
});

export const putKey = ({ apiKeys }: Tables<'apiKeys'>, key: Key) => ({
  Put: {
    TableName: apiKeys,
    Item: storedKey(key),
    ConditionExpression: 'attribute_not_exists(keyHash)',
  },
});

export type IssueKey = ReturnType<typeof buildIssueKey>;

/**
 * Stores a key that `generateApiKey` made, for an open account. One round trip. `seen` are keys that must still work, as they
 * were read. It returns the key's record, or why there is none.
 */
export const buildIssueKey = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
) => {
  const changeHeld = buildChangeHeld(client, tables, clock);
  return async (
    apiKey: string,
    details: KeyDetails,
    seen: HeldKeys = {},
  ): Promise<Key | KeyRefusal> => {
    const key = newKey(apiKey, details, clock());
    const refusal = await changeHeld({
      accountId: key.accountId,
      held: { [key.keyId]: HeldKey.parse(key) },
      seen,
      parts: { key: putKey(tables, key) },
    });
    return refusal ?? key;
  };
};
