import { TIME_BUDGET } from '../process/time-budget.ts';
import { getItem } from '../storage/get-item.ts';
import type { Build } from '../storage/tables.ts';
import { hashApiKey } from './api-key.ts';
import { Key } from './key-record.ts';

/** What is stored of a key, in any state; undefined if it was never issued. One strongly consistent read. */
export type FindKey = (apiKey: string) => Promise<Key | undefined>;

export const buildFindKey: Build<'apiKeys', FindKey> = (client, tables) => (apiKey) => {
  const abortSignal = AbortSignal.timeout(TIME_BUDGET.keyRead);
  const key = { keyHash: hashApiKey(apiKey) };
  return getItem(client, tables, 'apiKeys', key, Key, { abortSignal });
};

/** A key that an account holds. Strongly consistent, one round trip. @throws Error if it does not exist */
export type ReadKey = (keyHash: string) => Promise<Key>;

export const buildReadKey: Build<'apiKeys', ReadKey> = (client, tables) => async (keyHash) => {
  const key = await getItem(client, tables, 'apiKeys', { keyHash }, Key);
  if (key === undefined)
    throw new Error(`${tables.apiKeys}, keyHash ${keyHash}: is missing, but its account holds it`);
  return key;
};
