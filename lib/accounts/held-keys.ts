import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../errors/storage-errors.ts';
import { type Clock, slowest } from '../process/clock.ts';
import { UNSURE } from '../storage/document-client.ts';
import { parseItem } from '../storage/parse-item.ts';
import type { ItemKey, Tables } from '../storage/tables.ts';
import { type TransactionParts, transact } from '../storage/transact.ts';
import { allOf, hasValues, updateExpression } from '../storage/update-expression.ts';
import { updateIf } from '../storage/update-if.ts';
import { Account, type HeldKey, MOST_KEYS } from './account-record.ts';
import { keyState } from './key-record.ts';

/**
 * Why an account's keys stay as they are. `held_key_changed`: it does not hold a key any more as it was read.
 * `key_record_changed`: the own record of a key is not as it was read.
 */
export type KeyRefusal =
  | 'account_closed'
  | 'held_key_changed'
  | 'key_limit'
  | 'key_record_changed'
  | 'no_account';

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

/** The id of the key that an account holds in place of one that ended at once; undefined if there is none. */
export const successorOf = ({ keys }: Pick<Account, 'keys'>, keyId: string): string | undefined =>
  Object.keys(keys).find((id) => keys[id]?.predecessor === keyId);

/** A key of an account; undefined if it does not work. */
export const activeKey = (
  { keys }: Pick<Account, 'keys'>,
  keyId: string,
  now: Date,
): HeldKey | undefined => {
  const key = keys[keyId];
  return key && keyState(key, now) === 'active' ? key : undefined;
};

/** Whether a key that ends at `end` outlives another. Without an end it outlives all that end. */
export const outlives = (end: string | undefined, { expiresAt }: HeldKey): boolean =>
  expiresAt !== undefined && (end === undefined || new Date(end) > new Date(expiresAt));

/**
 * Makes a change of an account's keys. Where one of them changed after it was read, it reads and tries again, once: so a key
 * that still works is never refused as one that has ended.
 * @param change reads what it depends on, and makes it
 * @throws RequestError `unauthorized` if the account was closed meanwhile, `key_limit`
 * @throws StorageUnavailableError if the keys change all the time
 */
export const changeKeys = async <Changed extends object>(
  change: () => Promise<Changed | KeyRefusal>,
): Promise<Changed> => {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const changed = await change();
    if (typeof changed === 'object') return changed;
    if (changed === 'held_key_changed' || changed === 'key_record_changed') continue;
    throw new RequestError(changed === 'key_limit' ? 'key_limit' : 'unauthorized');
  }
  throw new StorageUnavailableError('Keys change all the time');
};

/**
 * Changes the keys of an open account, of which it holds at most 20 that work by any clock. One round trip; two more where
 * keys that ended a day ago are still held.
 * @returns why not; undefined if everything is written
 * @throws StorageUnavailableError if they change all the time
 */
export const buildChangeHeld =
  (client: DynamoDBDocumentClient, { accounts: table }: Tables<'accounts'>, clock: Clock) =>
  async ({ accountId, held, seen, parts }: HeldChange): Promise<KeyRefusal | undefined> => {
    const added = Object.keys(held).filter((id) => held[id] && !seen[id]).length;
    const removed = Object.values(held).filter((key) => key === undefined).length;
    const room = MOST_KEYS - added + removed;
    const record = { TableName: table, Key: { accountId } satisfies ItemKey<'accounts'> };
    const account = {
      Update: {
        ...record,
        ...updateExpression(
          prefixed(held),
          allOf(hasValues({ closedAt: undefined, ...prefixed(seen) }), {
            ConditionExpression: 'attribute_exists(#keys) AND size(#keys) <= :room',
            ExpressionAttributeNames: { '#keys': 'keys' },
            ExpressionAttributeValues: { ':room': room },
          }),
        ),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    };
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const failed = await transact(client, { ...parts, account });
      if (failed === undefined) return undefined;

      if (Object.values(failed).some((part) => part?.unsure)) throw new StorageTimeoutError(UNSURE);
      if (failed.account === undefined) return 'key_record_changed';
      const { item } = failed.account;
      if (item === undefined) return 'no_account';
      const { keys, closedAt } = parseItem(Account, item, { table, name: 'accounts' });
      if (closedAt !== undefined) return 'account_closed';
      if (!Object.entries(seen).every(([id, key]) => isDeepStrictEqual(keys[id], key)))
        return 'held_key_changed';
      // Another clock may still let in what has ended by this one.
      const now = slowest(clock());
      const working = Object.entries(keys).filter(([, key]) => keyState(key, now) === 'active');
      if (working.length > room) return 'key_limit';
      // If another change came between, the next attempt sees it.
      await updateIf(client, {
        ...record,
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
