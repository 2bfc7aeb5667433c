import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

test('a key is found once it was issued, with its account, and no other is', async () => {
  const accounts = buildAccountStore(engine.client, engine.tables.accounts);
  const keys = buildKeyStore(engine.client, engine.tables.apiKeys);
  const key = generateApiKey('pet_test_');
  expect(await keys.find(key)).toBeUndefined();

  const accountId = await accounts.create('Shelter');
  await keys.issue(accountId, key);
  expect(await keys.find(key)).toEqual({ accountId, keyId: expect.stringMatching(/^key_/) });
  expect(await keys.find(generateApiKey('pet_test_'))).toBeUndefined();
});

test('a key is issued to one account only', async () => {
  const keys = buildKeyStore(engine.client, engine.tables.apiKeys);
  const key = generateApiKey('pet_test_');
  await keys.issue('acct_1', key);
  await expect(keys.issue('acct_2', key)).rejects.toThrow();
  expect(await keys.find(key)).toMatchObject({ accountId: 'acct_1' });
});

test('storage holds no key, only its hash and its last four characters', async () => {
  const keys = buildKeyStore(engine.client, engine.tables.apiKeys);
  const key = generateApiKey('pet_test_');
  await keys.issue('acct_1', key);
  const { Items } = await engine.client.send(new ScanCommand({ TableName: engine.tables.apiKeys }));
  const stored = JSON.stringify(Items);
  expect(stored).toContain(key.slice(-4));
  expect(stored).not.toContain(key.slice(9, -4));
});
