import { accountState } from '../../../lib/accounts/account-record.ts';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import type { KeyDetails } from '../../../lib/accounts/issue-key.ts';
import { type Key, keyState } from '../../../lib/accounts/key-record.ts';
import type { OpenStage } from '../stage/stage.ts';
import { noAccount, RefusedError, refusedKey } from '../terminal/errors.ts';

type Keys = Pick<OpenStage, 'accounts' | 'keyPrefix' | 'keys' | 'operator' | 'putOnPlan'>;

/**
 * Issues a key to an open account, after API Gateway knows the account.
 * @returns the key, which is not stored, so nobody can show it again, and its record
 * @throws RefusedError if the account does not exist, it is closed, or it has as many keys as it may
 */
export const handOutKey = async (stage: Keys, details: Omit<KeyDetails, 'createdBy'>) => {
  const { accountId } = details;
  await prepareAccount(stage, accountId);
  const apiKey = generateApiKey(stage.keyPrefix);
  const key = await stage.keys.issue(apiKey, { ...details, createdBy: stage.operator });
  if (typeof key === 'string') throw refusedKey(accountId, key);
  return { apiKey, key };
};

/**
 * Has API Gateway know an account.
 * @throws RefusedError if it does not exist, or it is closed
 */
const prepareAccount = async ({ accounts, putOnPlan }: Keys, accountId: string): Promise<void> => {
  const account = await accounts.get(accountId);
  if (account === undefined) throw noAccount(accountId);
  if (accountState(account) === 'closed') throw refusedKey(accountId, 'account_closed');
  await putOnPlan(account);
};

/**
 * Issues a successor with the same account, name and scope. The old key ends `overlap` milliseconds
 * from now, or when it would have expired. Both happen or nothing, so an interrupted command can be repeated.
 * @returns as `handOutKey`, and the record of the old key
 * @param expiresAt when the successor expires. @default as long after its creation as the old key
 * @throws RefusedError if the key does not exist, has ended, or has a successor
 */
export const handOutSuccessor = async (
  stage: Keys,
  keyId: string,
  overlap: number,
  expiresAt?: Date,
) => {
  const old = await findKey(stage, keyId);
  const { accountId, successor, revokedAt } = old;
  if (successor !== undefined) {
    throw new RefusedError(
      `The key ${keyId} was rolled already: its successor is ${successor}. If nobody has that one, roll it: key roll --overlap 0h ${successor}.`,
    );
  }
  const now = new Date();
  const state = keyState(old, now);
  if (state !== 'active') {
    throw new RefusedError(
      `The key ${keyId} is ${state} since ${revokedAt ?? old.expiresAt}: issue a new one with key issue --account ${accountId}.`,
    );
  }
  await prepareAccount(stage, accountId);
  const apiKey = generateApiKey(stage.keyPrefix);
  const rolled = await stage.keys.roll(apiKey, old, {
    endsAt: overlap > 0 ? new Date(now.getTime() + overlap) : undefined,
    expiresAt: (expiresAt ?? sameLife(old, now))?.toISOString(),
    by: stage.operator,
  });
  if (typeof rolled === 'string') throw refusedKey(accountId, rolled);
  return { apiKey, ...rolled };
};

/** @throws RefusedError if the key does not exist */
export const findKey = async ({ keys }: Pick<OpenStage, 'keys'>, keyId: string): Promise<Key> => {
  const found = await keys.get(keyId);
  if (found !== undefined) return found;
  throw new RefusedError(`The key ${keyId} does not exist: key list shows all keys.`);
};

const sameLife = ({ createdAt, expiresAt }: Key, now: Date): Date | undefined =>
  expiresAt === undefined
    ? undefined
    : new Date(now.getTime() + Date.parse(expiresAt) - Date.parse(createdAt));
