import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { StorageUnavailableError } from '../errors/storage-errors.ts';
import type { Caller } from '../http/caller.ts';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { Account, type HeldKey } from './account-record.ts';
import { type KeyRefusal, works } from './held-keys.ts';

/** The account of a caller, and what it holds of the caller's key. */
export interface CallerRecord {
  readonly account: Account;
  readonly key: HeldKey;
}

/**
 * Reads the account of a request, strongly consistent. One round trip.
 * @throws RequestError `unauthorized` if its key has ended, or the account is closed, since the authorizer saw them
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type ReadCaller = (caller: Caller) => Promise<CallerRecord>;

export const buildReadCaller =
  (
    client: DynamoDBDocumentClient,
    { accounts }: Tables<'accounts'>,
    clock: Clock = systemClock,
  ): ReadCaller =>
  async ({ accountId, keyId }) => {
    const account = await getItem(
      client,
      { table: accounts, name: 'accounts' },
      { accountId },
      Account,
    );
    const key = account?.keys[keyId];
    if (account === undefined || account.closedAt !== undefined || key === undefined) {
      throw new RequestError('unauthorized');
    }
    if (!works(key, clock())) throw new RequestError('unauthorized');
    return { account, key };
  };

/** Whether a key that ends at `end` outlives another. Without an end it outlives all that end. */
export const outlives = (end: string | undefined, { expiresAt }: HeldKey): boolean =>
  expiresAt !== undefined && (end === undefined || new Date(end) > new Date(expiresAt));

/**
 * Makes a change of an account's keys. Where one of them changed after it was read, it reads and tries again, once: so a key that
 * still works is never refused as one that has ended.
 * @param change reads what it depends on, and makes it
 * @throws RequestError `unauthorized` if the account was closed meanwhile, `key_limit`
 * @throws StorageUnavailableError if the keys change all the time
 */
export const changeKeys = async <Changed extends object>(
  change: () => Promise<Changed | KeyRefusal>,
): Promise<Changed> => {
  let changed = await change();
  if (changed === 'key_ended') changed = await change();
  if (typeof changed === 'object') return changed;
  if (changed === 'key_ended') throw new StorageUnavailableError('Keys change all the time');
  throw new RequestError(changed === 'key_limit' ? 'key_limit' : 'unauthorized');
};
