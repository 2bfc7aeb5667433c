import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { Key } from './key-record.ts';

/** A key that an account holds. Strongly consistent, one round trip. @throws Error if it does not exist */
export type ReadKey = (keyHash: string) => Promise<Key>;

export const buildReadKey =
  (client: DynamoDBDocumentClient, { apiKeys }: Tables<'apiKeys'>): ReadKey =>
  async (keyHash) => {
    const key = await getItem(client, { table: apiKeys, name: 'apiKeys' }, { keyHash }, Key);
    if (key === undefined)
      throw new Error(`${apiKeys}, keyHash ${keyHash}: is missing, but its account holds it`);
    return key;
  };
