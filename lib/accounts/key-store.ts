import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import { KEYS_BY_ID } from '../storage/tables.ts';
import { buildIssueKey, type IssueKey, type KeyTables } from './issue-key.ts';
import { Key } from './key-record.ts';
import { readAll } from './read-all-records.ts';
import { buildRevokeKey } from './revoke-key.ts';
import { buildRollKey, type RollKey } from './roll-key.ts';

/** For operators. */
export interface KeyStore {
  readonly issue: IssueKey;
  readonly roll: RollKey;
  /** The record of a key, by its id: two round trips. A read of the whole table if the index does not have it (yet). */
  readonly get: (keyId: string) => Promise<Key | undefined>;
  /** All of them, the oldest first: strongly consistent, a read of the whole table. */
  readonly list: () => Promise<readonly Key[]>;
  /** Ends a key, for good; one that is revoked already stays as it is. Gives its record. */
  readonly revoke: (key: Pick<Key, 'accountId' | 'keyHash' | 'keyId'>, by: string) => Promise<Key>;
}

export const buildKeyStore = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
): KeyStore => {
  const location = { table: tables.apiKeys, name: 'apiKeys' } as const;
  const list = () => readAll(client, location, Key);
  const revoke = buildRevokeKey(client, tables, clock);
  return {
    issue: buildIssueKey(client, tables, clock),
    roll: buildRollKey(client, tables, clock),
    get: async (keyId) => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.apiKeys,
          IndexName: KEYS_BY_ID,
          KeyConditionExpression: 'keyId = :keyId',
          ExpressionAttributeValues: { ':keyId': keyId },
        }),
      );
      for (const { keyHash } of Items) {
        const found = await getItem(client, location, { keyHash }, Key);
        if (found) return found;
      }
      return (await list()).find((key) => key.keyId === keyId);
    },
    list,
    revoke: async (key, by) => {
      await revoke(key, by);
      const { keyHash } = key;
      const revoked = await getItem(client, location, { keyHash }, Key);
      if (revoked === undefined)
        throw new Error(`The record of ${key.keyId} was deleted meanwhile`);
      return revoked;
    },
  };
};
