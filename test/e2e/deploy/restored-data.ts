import assert from 'node:assert/strict';
import { Order } from '../../../lib/orders/order.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { send } from '../../support/client.ts';
import { emptyTable } from '../../support/copy-table.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { runScript } from './emulator.ts';
import type { DeployedStage } from './stage.ts';

/** All that clients see, also by indexes. */
const LISTS = [
  '/pets?limit=100',
  '/pets?limit=100&categoryId=7&status=available',
  '/store/orders?limit=100',
  '/store/orders?limit=100&status=placed',
  '/categories?limit=100',
];

const seeAll = (stage: DeployedStage) =>
  Promise.all(LISTS.map(async (path) => (await send(stage, path)).text));

/** Sends a request, and expects success. */
const post = async (stage: DeployedStage, path: string, body: unknown = {}, key?: string) => {
  const headers = { ...(key && { 'Idempotency-Key': key }) };
  const answer = await send(stage, path, { method: 'POST', body, headers });
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
  return answer;
};

const createPet = async (stage: DeployedStage, name: string, key?: string): Promise<Pet> =>
  Pet.parse((await post(stage, '/pets', { name, categoryId: 7 }, key)).body);

/**
 * Deletes the data of production, and restores it with the commands of docs/restoring.md.
 * @throws Error with the difference, or with the command that failed
 */
export const proveRestore = async (stage: DeployedStage): Promise<void> => {
  const [
    names,
    stop,
    _status,
    time,
    restore,
    wait,
    dryRun,
    copy,
    open,
    look,
    cleanUp,
    restart,
    lostCounters,
    webhooks,
    _deployments,
    protect,
  ] = codeBlocks('docs/restoring.md').map(({ text }) => text);
  const variables = {
    API_KEY: stage.apiKey,
    // MiniStack ignores the requested time and restores the current data, so the restore comes
    // before the loss.
    AT: '2026-11-22T03:10:00Z',
    AUTHORIZER: '',
  };
  /** Each time in a shell of its own, after the block of names. */
  const type = async (...blocks: readonly (string | undefined)[]): Promise<string> => {
    const text = [names, ...blocks]
      .join('\n')
      // Its findings on MiniStack are checked in a separate step.
      .replaceAll(/^npm run verify .*$/gm, '')
      .replaceAll(/^sleep 90$/gm, '')
      // MiniStack has the APIs at another address.
      .replaceAll(/^BASE_URL=.*$/gm, `BASE_URL=${stage.baseUrl}`);
    return runScript(stage.ministack, text, variables);
  };

  await send(stage, '/categories/7', { method: 'PUT', body: { name: 'Dogs' } });
  const [ordered, changed] = [await createPet(stage, 'Rex'), await createPet(stage, 'Tom')];
  const order = Order.parse((await post(stage, '/store/orders', { petId: ordered.id })).body);
  const keyed = await createPet(stage, 'Keyed', 'drill');
  const then = await seeAll(stage);
  assert.match(await type(time, restore, wait), /(?:^\w+ ACTIVE\n){5}$/m);

  const last = await createPet(stage, 'Lost');
  await post(stage, `/store/orders/${order.id}/complete`);
  await send(stage, `/pets/${changed.id}`, { method: 'DELETE' });
  const lost = ['pets', 'orders', 'categories', 'idempotencyKeys'] as const;
  for (const name of lost) await emptyTable(stage.client, stage.tables[name]);

  // MiniStack applies this to a function but not to its versions, which answer requests. So the
  // test only checks the setting.
  const atOnce = 'aws lambda get-function-concurrency --function-name "$AUTHORIZER" --output text';
  variables.AUTHORIZER = (await type(stop, 'echo "$AUTHORIZER"')).trim().split('\n').at(-1) ?? '';
  assert.equal(await type(atOnce), '0\n', 'The authorizer is not stopped');
  await type(dryRun);
  assert.match(await type(copy), /pets +\d+ +0 +0\n[\s\S]*Restored\.\n/);
  await type(open);
  assert.notEqual(await type(atOnce), '0\n', 'The authorizer is still stopped');
  assert.match(await type(look), /^\[\{"id":/);
  assert.deepEqual(await seeAll(stage), then);
  assert.deepEqual(await createPet(stage, 'Keyed', 'drill'), keyed);
  await post(stage, `/store/orders/${order.id}/cancel`);
  assert.ok((await createPet(stage, 'New')).id > last.id, 'An id was given before');

  await type(cleanUp);
  assert.match(await type(restart), /All logs began again/);
  assert.equal((await send(stage, '/events?after=0')).status, 410);
  assert.match(await type(lostCounters), /counters +\d+ +\d+ +0\n/);

  // A webhook that was lost with its secret.
  const hook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
  const { headers } = await post(stage, '/webhooks', hook);
  const [tables, command] = webhooks?.split('\n') ?? [];
  await type(tables, restore);
  await emptyTable(stage.client, stage.tables.webhooks);
  await emptyTable(stage.client, stage.tables.webhookSecrets);
  assert.match(await type(command), /webhooks +2 +0 +0\nwebhookSecrets +1 +0 +0\n/);
  const path = String(headers.get('Location')).replace(/^.*(?=\/webhooks)/, '');
  assert.equal((await send(stage, path, { method: 'DELETE' })).status, 204);
  await type(protect);
};
