import type { Account } from '../../../lib/accounts/account-record.ts';
import type { Key } from '../../../lib/accounts/key-record.ts';
import type { RequestLimit } from '../../../lib/accounts/request-limit.ts';
import type { OpenStage } from '../stage/stage.ts';
import { noAccount, UsageError } from '../terminal/errors.ts';

/**
 * Sets an account's limit; without one, the stage's limit for each account applies. The record is
 * written first, then API Gateway is changed. If the command is interrupted, it can be repeated.
 * @throws UsageError if it is more than a method takes from all accounts
 * @throws RefusedError if the account does not exist
 */
export const limitAccount = async (
  stage: Omit<OpenStage, 'close'>,
  accountId: string,
  limit: RequestLimit | undefined,
): Promise<Account> => {
  const { rate, burst } = stage.limits.all;
  if (limit && (limit.rate > rate || limit.burst > burst)) {
    throw new UsageError(
      `A method of this stage takes ${rate} a second and ${burst} at once from all accounts: an account cannot have more.`,
    );
  }
  const account = await stage.accounts.limit(accountId, limit, stage.operator);
  if (account === undefined) throw noAccount(accountId);
  await stage.enforceLimit(accountId);
  return account;
};

/**
 * Closes an account and revokes all its keys. The account is closed first, so no key can be issued
 * after the keys are read. If the command is interrupted, it can be repeated.
 * @returns the account, the keys that it revoked, and when the last of all its keys ended, or the account if that was later
 * @throws RefusedError if the account does not exist
 */
export const closeAccount = async (
  { accounts, keys, operator }: Pick<OpenStage, 'accounts' | 'keys' | 'operator'>,
  accountId: string,
) => {
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
