import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ItemKey, Tables } from '../storage/tables.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';
import { randomBase62 } from '../values/base62.ts';
import { HeldKey } from './account-record.ts';
import { hashApiKey } from './api-key.ts';
import { buildChangeHeld, type HeldKeys, type KeyRefusal, outlives } from './held-keys.ts';
import { endAttributes, type Key, storedKey } from './key-record.ts';

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

const putKey = ({ apiKeys }: Tables<'apiKeys'>, key: Key) => ({
  Put: {
    TableName: apiKeys,
    Item: storedKey(key),
    ConditionExpression: 'attribute_not_exists(keyHash)',
  },
});

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

export interface Rolling {
  /** When the old key ends, unless it ends earlier. Undefined to revoke it: no clock moves that. */
  readonly endsAt: Date | undefined;
  /** When the successor ends. @default - never */
  readonly expiresAt?: string | undefined;
  readonly by: string;
}

/**
 * Stores a successor of the same account, name and scope, and ends the old key: both or nothing, and once for each key. One
 * round trip. `seen` are other keys that must still work: they, and `old`, are as they were read.
 */
export const buildRollKey = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
) => {
  const changeHeld = buildChangeHeld(client, tables, clock);
  return async (
    apiKey: string,
    old: Key,
    { endsAt, expiresAt, by }: Rolling,
    seen: HeldKeys = {},
  ): Promise<KeyRefusal | { readonly key: Key; readonly predecessor: Key }> => {
    const now = clock();
    const { accountId, name, scope, keyId } = old;
    const end = endsAt?.toISOString();
    const details = {
      ...{ accountId, name, scope, createdBy: by },
      ...(expiresAt && { expiresAt }),
      // Rolls that come later still find it, although the account does not hold the old key.
      ...(end === undefined && { predecessor: keyId }),
    };
    const key = newKey(apiKey, details, now);
    const rolledAt = now.toISOString();
    const changes = {
      successor: key.keyId,
      rolledAt,
      rolledBy: by,
      ...(end
        ? { expiresAt: outlives(end, old) ? old.expiresAt : end }
        : { revokedAt: rolledAt, revokedBy: by }),
    };
    const predecessor: Key = { ...old, ...changes };
    const refusal = await changeHeld({
      accountId,
      held: {
        [keyId]: end ? HeldKey.parse(predecessor) : undefined,
        [key.keyId]: HeldKey.parse(key),
      },
      seen: { ...seen, [keyId]: HeldKey.parse(old) },
      parts: {
        key: putKey(tables, key),
        old: {
          Update: {
            TableName: tables.apiKeys,
            Key: { keyHash: old.keyHash } satisfies ItemKey<'apiKeys'>,
            ...updateExpression(
              { ...changes, ...endAttributes(predecessor, by) },
              hasValues({ keyId, revokedAt: undefined, successor: undefined }),
            ),
          },
        },
      },
    });
    return refusal ?? { key, predecessor };
  };
};
