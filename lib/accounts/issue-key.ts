import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { Tables } from '../storage/tables.ts';
import { randomBase62 } from '../values/base62.ts';
import { hashApiKey } from './api-key.ts';
import { buildChangeHeld, type HeldKeys, heldOf, type KeyRefusal } from './held-keys.ts';
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

/**
 * Stores a key that `generateApiKey` made, for an open account. One round trip.
 * @param seen keys that must still work, as they were read
 * @returns its record, or why there is none
 */
export type IssueKey = (
  apiKey: string,
  details: KeyDetails,
  seen?: HeldKeys,
) => Promise<Key | KeyRefusal>;

export const buildIssueKey = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
): IssueKey => {
  const changeHeld = buildChangeHeld(client, tables, clock);
  return async (apiKey, details, seen = {}) => {
    const key = newKey(apiKey, details, clock());
    const refusal = await changeHeld({
      accountId: key.accountId,
      held: { [key.keyId]: heldOf(key) },
      seen,
      parts: { key: putKey(tables, key) },
    });
    return refusal ?? key;
  };
};
