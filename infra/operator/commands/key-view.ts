import { type Key, keyState, lastUse } from '../../../lib/accounts/key-record.ts';
import { type Columns, minute } from '../terminal/output.ts';

const stateNow = (key: Key) => keyState(key, new Date());

/** A key's record with its state. */
export const keyView = (key: Key) => {
  const lastUsedAt = lastUse(key);
  return { ...key, ...(lastUsedAt && { lastUsedAt }), state: stateNow(key) };
};

export const KEY_COLUMNS: Columns<Key> = {
  KEY: ({ keyId }) => keyId,
  ACCOUNT: ({ accountId }) => accountId,
  NAME: ({ name }) => name,
  SCOPE: ({ scope }) => scope,
  'LAST FOUR': ({ lastFour }) => lastFour,
  STATE: stateNow,
  'EXPIRES (UTC)': ({ expiresAt }) => minute(expiresAt),
  'LAST USED (UTC HOUR)': (key) => minute(lastUse(key))?.slice(0, '2026-11-25 02'.length),
};
