import assert from 'node:assert/strict';
import { once } from 'node:events';
import { APIGatewayClient, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { accountState } from '../../lib/accounts/account.ts';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { keyState } from '../../lib/accounts/key.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import { usageKeyOf } from '../../lib/accounts/usage-key.ts';
import { type TableName, tableNames } from '../../lib/tables.ts';
import type { DeployedStage } from './deployed-stage.ts';
import type { MiniStack } from './ministack.ts';
import { expectVerified, startVerify } from './verify.ts';

const apiKeyValues = async ({ environment }: MiniStack): Promise<readonly unknown[]> => {
  const client = new APIGatewayClient({
    endpoint: environment.AWS_ENDPOINT_URL_API_GATEWAY,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  const { items = [] } = await client.send(
    new GetApiKeysCommand({ includeValues: true, limit: 500 }),
  );
  client.destroy();
  return items.map(({ value }) => value);
};

/** Expects that verify left no open account and no working key. */
export const expectRemoved = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const { client, tables, accountId } = stage;
  const accounts = await buildAccountStore(client, tables.accounts).list();
  const ownAccounts = accounts.filter(({ name }) => name === 'npm run verify');
  assert.ok(ownAccounts.length > 0, 'Nothing was made');
  assert.deepEqual([...new Set(ownAccounts.map(accountState))], ['closed']);
  const ids = new Set(ownAccounts.map((account) => account.accountId));
  const keys = (await buildKeyStore(client, tables.apiKeys).list()).filter((key) =>
    ids.has(key.accountId),
  );
  assert.ok(keys.length > 0, 'No keys were made');
  assert.ok(keys.every((key) => keyState(key, new Date()) !== 'active'));
  const values = await apiKeyValues(ministack);
  assert.ok(values.includes(usageKeyOf(accountId)), 'The key of another account is gone');
  assert.ok(!ownAccounts.some((account) => values.includes(usageKeyOf(account.accountId))));
};

/** Interrupts the verification of a stage after it made an account, as Ctrl-C does. */
export const interruptVerify = async (
  ministack: MiniStack,
  stage: DeployedStage,
): Promise<void> => {
  const child = startVerify(ministack, stage);
  const ended = once(child, 'close');
  let problems = '';
  for await (const chunk of child.stderr.setEncoding('utf8')) {
    problems += chunk;
    if (problems.includes('Ask for facts') && !child.killed) child.kill('SIGINT');
  }
  assert.deepEqual(await ended, [130, null], problems);
};

/** Verifies staging, and expects it to hold as many pets as before. */
export const proveRemoval = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const before = await countOf(stage, 'pets');
  await expectVerified(ministack, stage);
  assert.equal(await countOf(stage, 'pets'), before, 'Its own pets are left');
  await expectRemoved(ministack, stage);
};

const countOf = async ({ client, tables }: DeployedStage, table: TableName): Promise<number> => {
  let count = 0;
  for await (const { Count = 0 } of paginateScan(
    { client },
    { TableName: tables[table], Select: 'COUNT', ConsistentRead: true },
  )) {
    count += Count;
  }
  return count;
};

const itemsOf = (stage: DeployedStage): Promise<readonly (readonly [TableName, number])[]> =>
  Promise.all(tableNames().map(async (name) => [name, await countOf(stage, name)] as const));

/** Verifies production with a key of it, and expects every table to hold as many items as before. */
export const proveReading = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
  const before = await itemsOf(stage);
  await expectVerified(ministack, stage, [], { API_KEY: stage.apiKey });
  assert.deepEqual(await itemsOf(stage), before);
};
