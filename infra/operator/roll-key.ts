import { type Key, keyState } from '../../lib/accounts/key-record.ts';
import { RefusedError } from './errors.ts';
import { type IssuedKey, issueKey } from './issue-key.ts';
import type { OpenStage } from './stage.ts';

/** A key's successor, and the record of the key that it replaces. */
export interface RolledKey extends IssuedKey {
  readonly predecessor: Key;
}

/**
 * Issues a successor with the same account, name and scope. The old key ends `overlap` milliseconds
 * from now, or when it would have expired. The successor is stored first: if the command is
 * interrupted, the old key still works and the command can be repeated. If two commands run at
 * once, only one sets the successor.
 * @param expiresAt when the successor expires. @default as long after its creation as the old key
 * @throws RefusedError if the key has ended, or has a successor
 */
export const rollKey = async (
  stage: Omit<OpenStage, 'close'>,
  old: Key,
  overlap: number,
  expiresAt?: Date,
): Promise<RolledKey> => {
  const now = new Date();
  requireRollable(old, now);
  const { accountId, name, scope } = old;
  const expiry = expiresAt ?? sameLife(old, now);
  const issued = await issueKey(stage, {
    accountId,
    name,
    scope,
    ...(expiry && { expiresAt: expiry.toISOString() }),
  });
  const end = Math.min(now.getTime() + overlap, Date.parse(old.expiresAt ?? '') || Infinity);
  const { keyId } = issued.key;
  const predecessor = await stage.keys.supersede(old, keyId, new Date(end), stage.operator);
  if (predecessor === undefined) {
    await stage.keys.revoke(issued.key, stage.operator);
    throw new RefusedError(
      `The key ${old.keyId} was rolled or revoked at the same moment: nothing came of this one. key list shows what holds.`,
    );
  }
  return { ...issued, predecessor };
};

const requireRollable = (key: Key, now: Date): void => {
  const { keyId, accountId, successor, revokedAt, expiresAt } = key;
  if (successor !== undefined) {
    throw new RefusedError(
      `The key ${keyId} was rolled already: its successor is ${successor}. If nobody has that one, roll it: key roll --overlap 0h ${successor}.`,
    );
  }
  const state = keyState(key, now);
  if (state === 'active') return;
  throw new RefusedError(
    `The key ${keyId} is ${state} since ${revokedAt ?? expiresAt}: issue a new one with key issue --account ${accountId}.`,
  );
};

const sameLife = ({ createdAt, expiresAt }: Key, now: Date): Date | undefined =>
  expiresAt === undefined
    ? undefined
    : new Date(now.getTime() + Date.parse(expiresAt) - Date.parse(createdAt));
