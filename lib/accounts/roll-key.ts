import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ItemKey } from '../storage/tables.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';
import { buildChangeHeld, type HeldKeys, heldOf, type KeyRefusal } from './held-keys.ts';
import { type KeyTables, newKey, putKey } from './issue-key.ts';
import type { Key } from './key-record.ts';

/** A key's successor, and the record of the key that it replaces. */
export interface RolledKey {
  readonly key: Key;
  readonly predecessor: Key;
}

export interface Rolling {
  /** When the old key ends, unless it ends earlier. */
  readonly endsAt: Date;
  /** When the successor ends. @default - never */
  readonly expiresAt?: string | undefined;
  /** Who rolls it. */
  readonly by: string;
}

/**
 * Stores a successor of the same account, name and scope, and ends the old key: both or nothing. One round trip.
 * @param old as it was read
 * @param seen other keys that must still work, as they were read
 * @returns why nothing happened, if so
 */
export type RollKey = (
  apiKey: string,
  old: Key,
  rolling: Rolling,
  seen?: HeldKeys,
) => Promise<KeyRefusal | RolledKey>;

export const buildRollKey = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
): RollKey => {
  const changeHeld = buildChangeHeld(client, tables, clock);
  return async (apiKey, old, { endsAt, expiresAt, by }, seen = {}) => {
    const now = clock();
    const { accountId, name, scope, keyId } = old;
    const details = { accountId, name, scope, createdBy: by, ...(expiresAt && { expiresAt }) };
    const key = newKey(apiKey, details, now);
    const end = new Date(Math.min(endsAt.getTime(), Date.parse(old.expiresAt ?? '') || Infinity));
    const changes = {
      successor: key.keyId,
      expiresAt: end.toISOString(),
      rolledAt: now.toISOString(),
      rolledBy: by,
    };
    const predecessor: Key = { ...old, ...changes };
    const refusal = await changeHeld({
      accountId,
      held: { [keyId]: now < end ? heldOf(predecessor) : undefined, [key.keyId]: heldOf(key) },
      seen: { ...seen, [keyId]: heldOf(old) },
      parts: {
        key: putKey(tables, key),
        old: {
          Update: {
            TableName: tables.apiKeys,
            Key: { keyHash: old.keyHash } satisfies ItemKey<'apiKeys'>,
            ...updateExpression(
              { ...changes, until: changes.expiresAt },
              hasValues({ keyId, revokedAt: undefined, successor: old.successor }),
            ),
          },
        },
      },
    });
    return refusal ?? { key, predecessor };
  };
};
