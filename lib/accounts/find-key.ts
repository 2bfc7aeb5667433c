import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { TIME_BUDGET } from '../process/time-budget.ts';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { hashApiKey } from './api-key.ts';
import { Key } from './key-record.ts';

/** What is stored of a key, in any state; undefined if it was never issued. One strongly consistent read. */
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
