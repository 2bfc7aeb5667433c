import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import type { IndexName } from '../storage/tables.ts';
import { buildIssueKey, buildRollKey, type KeyTables } from './issue-key.ts';
import { Key } from './key-record.ts';
import { readAll } from './read-all-records.ts';
import { buildRevokeKey } from './revoke-key.ts';

/** For operators. */
export const buildKeyStore = (
  client: DynamoDBDocumentClient,
  tables: KeyTables,
  clock: Clock = systemClock,
) => {
  const read = (keyHash: string) => getItem(client, tables, 'apiKeys', { keyHash }, Key);
  /** All of them, the oldest first: strongly consistent, a read of the whole table. */
  const list = () => readAll(client, { table: tables.apiKeys, name: 'apiKeys' }, Key);
  const revoke = buildRevokeKey(client, tables, clock);
  return {
    issue: buildIssueKey(client, tables, clock),
    roll: buildRollKey(client, tables, clock),
    list,

    /** The record of a key, by its id: two round trips. A read of the whole table if the index does not have it (yet). */
    get: async (keyId: string): Promise<Key | undefined> => {
      const { Items = [] } = await client.send(
        new QueryCommand({
          TableName: tables.apiKeys,
          IndexName: 'byId' satisfies IndexName<'apiKeys'>,
          KeyConditionExpression: 'keyId = :keyId',
          ExpressionAttributeValues: { ':keyId': keyId },
        }),
      );
      for (const { keyHash } of Items) {
        const found = await read(keyHash);
        if (found) return found;
      }
      return (await list()).find((key) => key.keyId === keyId);
    },

    /** Ends a key, for good; one that is revoked already stays as it is. @returns its record */
    revoke: async (key: Parameters<typeof revoke>[0], by: string): Promise<Key> => {
      await revoke(key, by);
      const revoked = await read(key.keyHash);
      if (revoked) return revoked;
      throw new Error(`The record of ${key.keyId} was deleted meanwhile`);
    },
  };
};
