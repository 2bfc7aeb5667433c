import { accountState } from '../../lib/accounts/account-record.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import type { KeyDetails } from '../../lib/accounts/issue-key.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import { noAccount, RefusedError, refusedKey } from './errors.ts';
import type { OpenStage } from './stage.ts';

/** A new key. The key itself is not stored, so nobody can show it again. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly key: Key;
}

/**
 * Issues a key to an open account, after API Gateway knows the account.
 * @throws RefusedError if there is no such account, it is closed, or it has as many keys as it may
 */
export const issueKey = async (
  { accounts, keys, keyPrefix, operator, enforceLimit }: Omit<OpenStage, 'close'>,
  details: Omit<KeyDetails, 'createdBy'>,
): Promise<IssuedKey> => {
  const { accountId } = details;
  await requireOpen({ accounts }, accountId);
  await enforceLimit(accountId);
  const apiKey = generateApiKey(keyPrefix);
  const key = await keys.issue(apiKey, { ...details, createdBy: operator });
  if (typeof key === 'string') throw refusedKey(accountId, key);
  return { apiKey, key };
};

/** @throws RefusedError if there is no such account, or it is closed */
export const requireOpen = async (
  { accounts }: Pick<OpenStage, 'accounts'>,
  accountId: string,
): Promise<void> => {
  const account = await accounts.get(accountId);
  if (account === undefined) throw noAccount(accountId);
  if (accountState(account) === 'closed') {
    throw new RefusedError(`The account ${accountId} was closed on ${account.closedAt}, for good.`);
  }
};
