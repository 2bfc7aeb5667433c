import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getItem } from '../storage/get-item.ts';
import type { Tables } from '../storage/tables.ts';
import { Key } from './key-record.ts';

/**
 * Reads the record of a key that an account holds, strongly consistent. One round trip.
 * @throws Error if there is none
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type ReadKey = (keyHash: string) => Promise<Key>;

export const buildReadKey =
  (client: DynamoDBDocumentClient, { apiKeys }: Tables<'apiKeys'>): ReadKey =>
  async (keyHash) => {
    const key = await getItem(client, { table: apiKeys, name: 'apiKeys' }, { keyHash }, Key);
    if (key === undefined)
      throw new Error(`${apiKeys}, keyHash ${keyHash}: is missing, but its account holds it`);
    return key;
  };
