import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { handOutKey } from '../../infra/operator/accounts/hand-out-key.ts';
import type { OpenStage } from '../../infra/operator/stage/stage.ts';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { buildFindKey, type FindKey } from '../../lib/accounts/find-key.ts';
import type { KeyDetails } from '../../lib/accounts/issue-key.ts';
import { type Key, storedKey } from '../../lib/accounts/key-record.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import { systemClock } from '../../lib/process/clock.ts';
import type { TestEngine } from './engine.ts';

/** Accounts and keys of a real engine, as an operator has them open. */
export const openTestStage = (
  { client, tables }: TestEngine,
  clock = systemClock,
): OpenStage & { readonly find: FindKey } => ({
  accounts: buildAccountStore(client, tables, clock),
  keys: buildKeyStore(client, tables, clock),
  find: buildFindKey(client, tables),
  keyPrefix: 'pet_test_',
  putOnPlan: async () => {},
  client,
  table: (name) => tables[name],
  operator: 'tester',
  openLogs: () => Promise.reject(new Error('Tests of storage have no logs')),
});

/** The key that events of tests carry, where they name none. */
const EVENT_KEY: Key = {
  keyHash: 'of-events',
  keyId: 'key_0000000000000001',
  accountId: 'acct_1',
  name: 'events',
  scope: 'full',
  lastFour: '0001',
  createdAt: '2026-11-21T10:20:30.000Z',
  createdBy: 'tester',
};

/** Stores an account, and a key: without them operations of keys do not know who asks. */
export const storeCaller = async (
  { client, tables }: Pick<TestEngine, 'client' | 'tables'>,
  details: Partial<Key> = {},
): Promise<void> => {
  const key = { ...EVENT_KEY, keyHash: `of-events-${details.accountId}`, ...details };
  const { keyId, keyHash, accountId, createdAt, createdBy } = key;
  const name = `account of ${key.name}`;
  const account = { accountId, name, createdAt, createdBy, keys: { [keyId]: { keyHash } } };
  await client.send(new PutCommand({ TableName: tables.accounts, Item: account }));
  await client.send(new PutCommand({ TableName: tables.apiKeys, Item: storedKey(key) }));
};

/** Issues a key of an account that exists, or else of a new one. */
export const issueTestKey = async (
  stage: OpenStage,
  { accountId, ...details }: Partial<KeyDetails> = {},
) => {
  const owner = accountId ?? (await stage.accounts.create('test', 'tester')).accountId;
  return handOutKey(stage, { accountId: owner, name: 'test', scope: 'full', ...details });
};
