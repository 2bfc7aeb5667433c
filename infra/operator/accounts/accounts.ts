import type { Account } from '../../../lib/accounts/account-record.ts';
import type { Plan } from '../../../lib/accounts/plan.ts';
import type { OpenStage } from '../stage/stage.ts';
import { noAccount } from '../terminal/errors.ts';

/**
 * Puts an account on a plan. The record is written first, then API Gateway is changed. If the command is interrupted, it
 * can be repeated.
 * @throws RefusedError if the account does not exist
 */
export const limitAccount = async (
  { accounts, operator, putOnPlan }: Pick<OpenStage, 'accounts' | 'operator' | 'putOnPlan'>,
  accountId: string,
  plan: Plan,
): Promise<Account> => {
  const account = await accounts.limit(accountId, plan, operator);
  if (account === undefined) throw noAccount(accountId);
  await putOnPlan(account);
  return account;
};

/**
 * Closes an account and revokes all its keys. The account is closed first, so no key can be issued
 * after the keys are read. If the command is interrupted, it can be repeated.
 * @returns the account, and the keys that it revoked
 * @throws RefusedError if the account does not exist
 */
export const closeAccount = async (
  { accounts, keys, operator }: Pick<OpenStage, 'accounts' | 'keys' | 'operator'>,
  accountId: string,
) => {
  const account = await accounts.close(accountId, operator);
  if (account === undefined) throw noAccount(accountId);
  const left = (await keys.list()).filter(
    (key) => key.accountId === accountId && key.revokedAt === undefined,
  );
  const revoked = await Array.fromAsync(left, (key) => keys.revoke(key, operator));
  return { account, revoked };
};
