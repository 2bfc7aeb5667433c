import type { Account } from '../../lib/accounts/account-record.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import { noAccount } from './errors.ts';
import type { OpenStage } from './stage.ts';

/** A closed account, and its revoked keys. */
export interface ClosedAccount {
  readonly account: Account;
  readonly revoked: readonly Key[];
  /** When the last of all its keys ended, or the account if that was later. */
  readonly endedAt: Date;
}

/**
 * Closes an account and revokes all its keys. The account is closed first, so no key can be issued
 * after the keys are read. If the command is interrupted, it can be repeated.
 * @throws RefusedError if there is no such account
 */
export const closeAccount = async (
  { accounts, keys, operator }: Pick<OpenStage, 'accounts' | 'keys' | 'operator'>,
  accountId: string,
): Promise<ClosedAccount> => {
  const account = await accounts.close(accountId, operator);
  if (account === undefined) throw noAccount(accountId);
  const own = (await keys.list()).filter((key) => key.accountId === accountId);
  const revoked: Key[] = [];
  for (const key of own) {
    if (key.revokedAt === undefined) revoked.push(await keys.revoke(key, operator));
  }
  const ends = [account.closedAt, ...[...own, ...revoked].map(({ revokedAt }) => revokedAt)];
  const endedAt = Math.max(...ends.map((end) => Date.parse(end ?? account.createdAt)));
  return { account, revoked, endedAt: new Date(endedAt) };
};
