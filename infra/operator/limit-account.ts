import type { Account } from '../../lib/accounts/account.ts';
import type { Limit } from '../../lib/accounts/limit.ts';
import { noAccount, UsageError } from './errors.ts';
import type { OpenStage } from './stage.ts';

/**
 * Sets what an account may send; without a limit it may send what the stage allows each account. The
 * record is written first, and API Gateway follows it: cut off in between, the command can be repeated.
 * @throws UsageError if it is more than a method takes from all accounts
 * @throws RefusedError if there is no such account
 */
export const limitAccount = async (
  {
    accounts,
    limits,
    operator,
    enforceLimit,
  }: Pick<OpenStage, 'accounts' | 'enforceLimit' | 'limits' | 'operator'>,
  accountId: string,
  limit: Limit | undefined,
): Promise<Account> => {
  const { rate, burst } = limits.all;
  if (limit && (limit.rate > rate || limit.burst > burst)) {
    throw new UsageError(
      `A method of this stage takes ${rate} a second and ${burst} at once from all accounts: an account cannot have more.`,
    );
  }
  const account = await accounts.limit(accountId, limit, operator);
  if (account === undefined) throw noAccount(accountId);
  await enforceLimit(accountId);
  return account;
};
