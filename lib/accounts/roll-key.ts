import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import type { ItemKey } from '../storage/tables.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';
import { HeldKey } from './account-record.ts';
import { buildChangeHeld, type HeldKeys, type KeyRefusal, outlives } from './held-keys.ts';
import { type KeyTables, newKey, putKey } from './issue-key.ts';
import { endAttributes, type Key } from './key-record.ts';

export interface Rolling {
  /** When the old key ends, unless it ends earlier. Undefined to revoke it: no clock moves that. */
  readonly endsAt: Date | undefined;
  /** When the successor ends. @default - never */
  readonly expiresAt?: string | undefined;
  readonly by: string;
}

export type RollKey = ReturnType<typeof buildRollKey>;

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
