import { type Account, accountState } from '../../lib/accounts/account-record.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import type { KeyDetails } from '../../lib/accounts/key-store.ts';
import { noAccount, RefusedError } from './errors.ts';
import type { OpenStage } from './stage.ts';

/** A new key. The key itself is not stored, so nobody can show it again. */
export interface IssuedKey {
  readonly apiKey: string;
  readonly key: Key;
}

/**
 * Issues a key to an open account, after API Gateway knows the account. The account is read again
 * after the write. Closing an account first marks it and then ends the keys that it finds, so a key
 * that was written in between is ended here.
 * @throws RefusedError if there is no such account, or it is closed
 */
export const issueKey = async (
  { accounts, keys, keyPrefix, operator, enforceLimit }: Omit<OpenStage, 'close'>,
  details: Omit<KeyDetails, 'createdBy'>,
): Promise<IssuedKey> => {
  const { accountId } = details;
  requireOpen(await accounts.get(accountId), accountId);
  await enforceLimit(accountId);
  const apiKey = generateApiKey(keyPrefix);
  const key = await keys.issue(apiKey, { ...details, createdBy: operator });
  try {
    requireOpen(await accounts.get(accountId), accountId);
  } catch (error) {
    await keys.revoke(key, operator);
    throw error;
  }
  return { apiKey, key };
};

const requireOpen = (account: Account | undefined, accountId: string): Account => {
  if (account === undefined) throw noAccount(accountId);
  if (accountState(account) === 'closed') {
    throw new RefusedError(`The account ${accountId} was closed on ${account.closedAt}, for good.`);
  }
  return account;
};
