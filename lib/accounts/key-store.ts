import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, systemClock } from '../process/clock.ts';
import { getItem } from '../storage/get-item.ts';
import { buildIssueKey, type IssueKey, type KeyTables } from './issue-key.ts';
import { Key } from './key-record.ts';
import { readAll } from './read-all-records.ts';
import { buildRevokeKey } from './revoke-key.ts';
import { buildRollKey, type RollKey } from './roll-key.ts';

/** For operators. Nothing is ever deleted. */
export interface KeyStore {
  readonly issue: IssueKey;
  readonly roll: RollKey;
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
  const revoke = buildRevokeKey(client, tables, clock);
  return {
    issue: buildIssueKey(client, tables, clock),
    roll: buildRollKey(client, tables, clock),
    list: () => readAll(client, location, Key),
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
