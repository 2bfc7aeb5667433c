import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIME_BUDGET } from '../process/time-budget.ts';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { hashApiKey } from './api-key.ts';
import { Key } from './key-record.ts';

/**
 * Finds what is stored of an API key, in any state; undefined if it was never issued. One
 * strongly consistent read.
 * @throws MalformedItemError if what is stored is not a key's record
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type FindKey = (apiKey: string) => Promise<Key | undefined>;

export const buildFindKey =
  (client: DynamoDBDocumentClient, { apiKeys }: Tables<'apiKeys'>): FindKey =>
  (apiKey) => {
    const abortSignal = AbortSignal.timeout(TIME_BUDGET.keyRead);
    const key = { keyHash: hashApiKey(apiKey) };
    return getItem(client, { table: apiKeys, name: 'apiKeys' }, key, Key, undefined, {
      abortSignal,
    });
  };
