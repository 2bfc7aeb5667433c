import type { Account } from '../../lib/accounts/account.ts';
import type { Key } from '../../lib/accounts/key.ts';
import { noAccount } from './errors.ts';
import type { OpenStage } from './stage.ts';

/** A closed account, and the keys that ended with it. */
export interface ClosedAccount {
  readonly account: Account;
  readonly revoked: readonly Key[];
}

/**
 * Closes an account and revokes all its keys. The account is marked first, so that no key comes
 * after the reading of the keys; cut off in between, the command can be repeated.
 * @throws RefusedError if there is no such account
 */
export const closeAccount = async (
  { accounts, keys, operator }: Pick<OpenStage, 'accounts' | 'keys' | 'operator'>,
  accountId: string,
): Promise<ClosedAccount> => {
  const account = await accounts.close(accountId, operator);
  if (account === undefined) throw noAccount(accountId);
  const revoked: Key[] = [];
  for (const key of await keys.list()) {
    if (key.accountId !== accountId || key.revokedAt !== undefined) continue;
    revoked.push(await keys.revoke(key, operator));
  }
  return { account, revoked };
};
