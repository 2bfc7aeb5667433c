import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { APIGatewayClient, GetUsagePlanKeysCommand } from '@aws-sdk/client-api-gateway';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { backfill } from '../../../infra/operator/backfills/backfill.ts';
import { runBackfill } from '../../../infra/operator/backfills/run-backfill.ts';
import { planOutput } from '../../../infra/stacks/names.ts';
import { Plan } from '../../../lib/accounts/plan.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import { send } from '../../support/client.ts';
import { itemsOf, putItems } from '../../support/copy-table.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { clientConfig, runScript } from './emulator.ts';
import { type DeployedStage, operate } from './stage.ts';

/** Moves an account between the plans by operators' commands, and expects API Gateway to have its key there alone. */
export const proveLimits = async (stage: DeployedStage): Promise<void> => {
  const { accountId, ministack, output } = stage;
  const client = new APIGatewayClient(clientConfig(ministack.endpoint));
  const expectPlan = async (expected: string) => {
    for (const plan of Plan.options) {
      const list = new GetUsagePlanKeysCommand({ usagePlanId: output(planOutput(plan)) });
      const { items = [] } = await client.send(list);
      const keys = items.filter(({ name }) => name === accountId);
      assert.equal(keys.length, plan === expected ? 1 : 0, `It is not on ${expected} alone`);
    }
  };
  await expectPlan('standard');
  for (const plan of ['large', 'large', 'bulk', 'standard']) {
    await operate(stage, 'account', 'limit', accountId, '--plan', plan);
    await expectPlan(plan);
    assert.equal((await send(stage, '/pets')).status, 200);
  }
  client.destroy();
};

/** Changes the items of this proof alone, in a table that no client lists. */
const LENGTHS = backfill({
  table: 'messages',
  description: 'the length of the message',
  schema: z.object({ id: z.string(), message: z.optional(z.string()) }),
  change: ({ id, message = '' }) =>
    id.startsWith('backfill') ? { messageLength: BigInt(message.length) } : undefined,
});

const IDS = Array.from({ length: 1000 }, (_, nth) => `backfill-${nth}`);

/** Runs a backfill of 1,000 items on a stage while each tenth is written, and again: it changes nothing then. */
export const proveBackfill = async ({ client, tables }: DeployedStage): Promise<void> => {
  const TableName = tables.messages;
  const storage = { client, table: (name: TableName) => tables[name] };
  const old = IDS.map((id) => ({ id, message: 'old' }));
  await putItems(client, TableName, old);
  const written = IDS.filter((_, nth) => nth % 10 === 0);
  const write = async () => {
    for (const id of written) {
      const update = new UpdateCommand({
        TableName,
        Key: { id },
        UpdateExpression: 'SET message = :message, messageLength = :length',
        ExpressionAttributeValues: { ':message': `new ${id}`, ':length': 4 + id.length },
      });
      await client.send(update);
    }
  };
  const run = (again: boolean) =>
    runBackfill(storage, 'lengths', LENGTHS, { by: 'proof', version: 'proof', rate: 1000, again });
  const [{ changed }] = await Promise.all([run(false), write()]);
  const own = async () =>
    (await itemsOf(client, TableName)).filter(({ id }) => String(id).startsWith('backfill'));
  const after = await own();
  assert.equal(after.length, IDS.length);
  for (const { id, message, messageLength } of after) {
    assert.equal(message, written.includes(String(id)) ? `new ${id}` : 'old');
    assert.equal(messageLength, BigInt(String(message).length));
  }
  assert.equal((await run(true)).changed, 0n);
  assert.deepEqual(await own(), after);
  console.log(`${changed} of ${IDS.length} items changed`);
  for (const id of IDS) await client.send(new DeleteCommand({ TableName, Key: { id } }));
  const Key = { name: 'lengths' };
  await client.send(new DeleteCommand({ TableName: tables.backfills, Key }));
};

/**
 * Stores a malformed pet, finds why a request for it fails in the logs, and the line of the source.
 * @param release what was deployed
 */
export const proveLogs = async (stage: DeployedStage, release: string): Promise<void> => {
  const { client, tables } = stage;
  const [TableName, Key] = [tables.pets, petKey(4242n)];
  await client.send(new PutCommand({ TableName, Item: { ...Key, name: 7 } }));
  const failed = await send(stage, '/pets/4242');
  assert.equal(failed.status, 500);
  const request = failed.headers.get('X-Request-Id') ?? '';
  const find = async (...words: readonly string[]) =>
    JSON.stringify(await operate(stage, 'logs', '--request', request, ...words));
  const line = await find('--level', 'error');
  assert.match(line, /"functions".*malformed_item/);
  assert.equal(await find('--code', 'storage_timeout'), '[]');
  assert.equal(await find('--status', '4xx'), '[]');
  assert.equal(await find('--text', 'no/where'), '[]');
  const words = ['infra/command-line/source-lines.ts', 'getPet', '--release', release];
  const { stdout } = spawnSync(process.execPath, words, { input: line, encoding: 'utf8' });
  assert.match(stdout, /functions\/get-pet\/store\.ts:\d+/);
  await client.send(new DeleteCommand({ TableName, Key }));
};

/** What MiniStack does not have: it must refuse these itself, with 255. The CLI ends with 2 if it does not know the words. */
const NOT_THERE =
  /^ *aws (budgets|ce|deploy|service-quotas|xray|cloudwatch describe-alarm-contributors) [^\n]*/gm;

/** Other steps of the run do these, or they are for a person. */
const ELSEWHERE =
  /^(.*npm run verify|npm run jest|npx cdk|aws sso|aws acm wait|aws cloudformation wait|for TLS) [^\n]*/gm;

/**
 * Types the commands of docs/first-hour.md on a stage that is deployed.
 * @throws Error if a command fails, or does not print what it must
 */
export const proveFirstHour = async ({ ministack, baseUrl }: DeployedStage): Promise<void> => {
  const commands = codeBlocks('docs/first-hour.md')
    .map(({ text }) => text)
    .join('')
    .replaceAll(/ *\\\n +/g, ' ')
    .replaceAll(ELSEWHERE, ':')
    .replaceAll(NOT_THERE, '{ $& 2>&1; } || [ $? = 255 ]')
    // Its proofs run meanwhile: its stack may not be there yet, or change.
    .replaceAll('production', 'staging')
    .replaceAll(/sleep \d+/g, 'sleep 0.1')
    .replaceAll(/seq (1000|30|5)\b/g, (_text, times) => `seq ${times === '1000' ? 20 : 2}`);
  const printed = await runScript(ministack, commands, { BASE_URL: baseUrl });
  assert.match(printed, /^\[/m, 'The new key lists no pets');
  assert.match(printed, /(?:^500 in [\d.]+ s\n){20}/m, 'The malformed pet does not fail');
  assert.match(printed, /first +full +\w{4} +active/, 'The new key is not listed');
};
