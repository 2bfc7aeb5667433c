import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { getItem } from '../storage/get-item.ts';
import { Account, type HeldKey } from './account-record.ts';
import { type KeyRefusal, works } from './held-keys.ts';

/** Who asks: an account, and the key that the request carried. */
export interface Asking {
  readonly accountId: string;
  readonly keyId: string;
}

/** An account, and what it holds of the key that the request carried. */
export interface AskingKey {
  readonly account: Account;
  readonly key: HeldKey;
}

/**
 * Reads the account of a request, strongly consistent. One round trip.
 * @throws RequestError `unauthorized` if its key has ended, or the account is closed, since the authorizer saw them
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type ReadAsking = (asking: Asking) => Promise<AskingKey>;

/** Builds it over the `accounts` table. */
export const buildReadAsking =
  (
    client: DynamoDBDocumentClient,
    table: string,
    clock: () => Date = () => new Date(),
  ): ReadAsking =>
  async ({ accountId, keyId }) => {
    const account = await getItem(client, { table, name: 'accounts' }, { accountId }, Account);
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

/** The error for a refusal of an account's own request. */
export const refused = (refusal: KeyRefusal): RequestError =>
  new RequestError(refusal === 'key_limit' ? 'key_limit' : 'unauthorized');
