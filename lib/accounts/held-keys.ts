import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { StorageTimeoutError, StorageUnavailableError } from '../errors/storage-errors.ts';
import type { Clock } from '../process/clock.ts';
import { UNSURE } from '../storage/document-client.ts';
import { parseItem } from '../storage/parse-item.ts';
import type { ItemKey, Tables } from '../storage/tables.ts';
import { type TransactionParts, transact } from '../storage/transact.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';
import { updateIf } from '../storage/update-if.ts';
import { Account, type HeldKey, MOST_KEYS } from './account-record.ts';
import type { Key } from './key-record.ts';

/** Why an account's keys stay as they are: `key_ended` is of the key that is rolled, or of the one that asks. */
export type KeyRefusal = 'account_closed' | 'key_ended' | 'key_limit' | 'no_account';

/** Keys as an account's record holds them, by their ids. */
export type HeldKeys = Readonly<Record<string, HeldKey>>;

/** A change of the keys that an account holds, in one transaction with their own records. */
export interface HeldChange {
  readonly accountId: string;
  /** Keys to hold, by their ids. Those that are undefined are held no longer. */
  readonly held: Readonly<Record<string, HeldKey | undefined>>;
  /** Keys that must still be held as they were read. */
  readonly seen: HeldKeys;
  readonly parts: TransactionParts;
}

/** After ended keys are removed, another change may take their room. */
const ATTEMPTS = 10;

/** What an account's record holds of a key. */
export const heldOf = ({ keyHash, expiresAt }: Pick<Key, 'expiresAt' | 'keyHash'>): HeldKey => ({
  keyHash,
  ...(expiresAt && { expiresAt }),
});

/** Whether a key that an account holds still works. */
export const works = ({ expiresAt }: HeldKey, now: Date): boolean =>
  expiresAt === undefined || now < new Date(expiresAt);

/**
 * Changes the keys of an open account, of which it holds at most 20 that work. One round trip; two more where keys that have
 * ended are still held.
 * @returns why not; undefined if everything is written
 * @throws StorageUnavailableError if they change all the time
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export const buildChangeHeld =
  (client: DynamoDBDocumentClient, { accounts: table }: Tables<'accounts'>, clock: Clock) =>
  async ({ accountId, held, seen, parts }: HeldChange): Promise<KeyRefusal | undefined> => {
    const changes = prefixed(held);
    const added = Object.keys(held).filter((id) => held[id] && !seen[id]).length;
    const removed = Object.values(held).filter((key) => key === undefined).length;
    const room = MOST_KEYS - added + removed;
    const unchanged = hasValues({ closedAt: undefined, ...prefixed(seen) });
    const account = {
      Update: {
        TableName: table,
        Key: { accountId } satisfies ItemKey<'accounts'>,
        ...updateExpression(changes, {
          ConditionExpression: `attribute_exists(#keys) AND size(#keys) <= :room AND ${unchanged.ConditionExpression}`,
          ExpressionAttributeNames: { ...unchanged.ExpressionAttributeNames, '#keys': 'keys' },
          ExpressionAttributeValues: { ...unchanged.ExpressionAttributeValues, ':room': room },
        }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const failed = await transact(client, { ...parts, account });
      if (failed === undefined) return undefined;

      if (Object.values(failed).some((part) => part?.unsure)) throw new StorageTimeoutError(UNSURE);
      if (failed.account === undefined) return 'key_ended';
      const { item } = failed.account;
      if (item === undefined) return 'no_account';
      const { keys, closedAt } = parseItem(Account, item, { table, name: 'accounts' });
      if (closedAt !== undefined) return 'account_closed';
      const isAsSeen = ([id, { keyHash, expiresAt }]: readonly [string, HeldKey]) =>
        keys[id]?.keyHash === keyHash && keys[id].expiresAt === expiresAt;
      if (!Object.entries(seen).every(isAsSeen)) return 'key_ended';
      const working = Object.entries(keys).filter(([, key]) => works(key, clock()));
      if (working.length > room) return 'key_limit';
      // If another change came between, the next attempt sees it.
      await updateIf(client, {
        TableName: table,
        Key: { accountId } satisfies ItemKey<'accounts'>,
        ...updateExpression(
          { keys: Object.fromEntries(working) },
          hasValues({ keys: item['keys'] }),
        ),
      });
    }
    throw new StorageUnavailableError('The keys of an account change all the time');
  };

const prefixed = <Value>(keys: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.fromEntries(Object.entries(keys).map(([id, value]) => [`keys.${id}`, value]));
