import { MOST_KEYS } from '../../lib/accounts/account-record.ts';
import type { KeyRefusal } from '../../lib/accounts/held-keys.ts';

/** Why a command was not carried out, in one line with what to do about it. Exit status 1. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** What is wrong with a command as it was typed, and how to type it. Exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The error for a key that an account does not get. */
export const refusedKey = (accountId: string, refusal: KeyRefusal): RefusedError => {
  const reasons: Readonly<Record<KeyRefusal, string>> = {
    account_closed: `The account ${accountId} was closed, for good.`,
    key_ended:
      'The key was rolled or revoked at the same moment: nothing came of this one. key list shows what holds.',
    key_limit: `The account ${accountId} has ${MOST_KEYS} keys that work, and cannot have more: revoke one of them first.`,
    no_account: `There is no account ${accountId}: account list shows those there are.`,
  };
  return new RefusedError(reasons[refusal]);
};

/** The error for an id without an account. */
export const noAccount = (accountId: string): RefusedError => refusedKey(accountId, 'no_account');
