import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { parseItem } from '../stored-item.ts';
import { TIME_BUDGET } from '../time-budget.ts';
import { hashApiKey } from './api-key.ts';
import { Key } from './key.ts';

/**
 * Finds what is stored of an API key, in any state; undefined if it was never issued. One
 * strongly consistent read.
 * @throws MalformedItemError if what is stored is not a key's record
 * @throws the errors of `lib/storage-errors.ts`
 */
export type FindKey = (apiKey: string) => Promise<Key | undefined>;

/** Builds it over the `apiKeys` table. */
export const buildFindKey =
  (client: DynamoDBDocumentClient, table: string): FindKey =>
  async (apiKey) => {
    const { Item } = await client.send(
      new GetCommand({
        TableName: table,
        Key: { keyHash: hashApiKey(apiKey) },
        ConsistentRead: true,
      }),
      { abortSignal: AbortSignal.timeout(TIME_BUDGET.keyRead) },
    );
    return Item === undefined
      ? undefined
      : parseItem(Key, Item, { table, keyAttributes: ['keyHash'] });
  };
