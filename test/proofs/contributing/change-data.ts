import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as z from 'zod';
import { Order } from '../../../lib/orders/order.ts';
import { pythonCommand } from '../../../tools/python-environment.ts';
import {
  cdk,
  run as runProgram,
  startMiniStack,
  synthesize,
  TEMPORARY,
} from '../../e2e/deploy/emulator.ts';
import { type DeployedStage, deploy, openStage } from '../../e2e/deploy/stage.ts';
import { send } from '../../support/client.ts';
import { itemsOf } from '../../support/copy-table.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { petStore } from '../../support/stored-pets.ts';
import { COPY, copyProject, patchesOf, run, say } from './project-copy.ts';

/**
 * A program: takes a stage of an emulated AWS with the orders of the version before through the example of a filter, as
 * CONTRIBUTING says, while clients order, and back.
 */

const STACK = 'pet-store-staging';
const COMMAND = 'npm run operator -- backfill orders-pet --stage staging';
const [INDEX = '', FILTER = ''] = patchesOf('orders-by-pet');

/** Orders as the version before stores them: of each pet one that was cancelled, and one that is open. */
const storeOrders = async (stage: DeployedStage, pets: number) => {
  const { accountId } = stage;
  const { create } = petStore(stage);
  const orders = orderStore(stage);
  for (let nth = 0; nth < pets; nth += 1) {
    const { id } = await create({ accountId });
    await orders.cancel(accountId, (await orders.place(id, accountId)).id);
    await orders.place(id, accountId);
  }
};

const post = async (stage: DeployedStage, path: string, body: unknown = {}) => {
  const answer = await send(stage, path, { method: 'POST', body });
  assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
  return z.object({ id: z.bigint() }).parse(answer.body).id;
};

/** A client that creates pets, orders them and cancels, until it is told to end. @returns how many orders it placed */
const orderUntil = async (stage: DeployedStage, signal: AbortSignal): Promise<number> => {
  let orders = 0;
  while (!signal.aborted) {
    const petId = await post(stage, '/pets', { name: 'Tom', categoryId: 2 });
    const id = await post(stage, '/store/orders', { petId });
    await post(stage, `/store/orders/${id}/cancel`);
    await post(stage, '/store/orders', { petId });
    orders += 2;
  }
  return orders;
};

const list = async (stage: DeployedStage, path: string): Promise<readonly Order[]> => {
  const { status, body, text, headers } = await send(stage, path);
  assert.equal(status, 200, text);
  const next = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return [...z.array(Order).parse(body), ...(next ? await list(stage, next) : [])];
};

/** Expects that the filter has for each pet exactly its orders of the whole list. */
const expectWhole = async (stage: DeployedStage): Promise<number> => {
  const all = await list(stage, '/store/orders?limit=100');
  for (const [petId, orders] of Map.groupBy(all, (order) => order.petId))
    assert.deepEqual(await list(stage, `/store/orders?petId=${petId}`), orders);
  return all.length;
};

const backfilled = async ({ client, tables }: DeployedStage) =>
  (await itemsOf(client, tables.orders)).filter((item) => 'accountPet' in item).length;

if (!existsSync(pythonCommand('ministack'))) {
  say('A filter of stored data is left out: npm run tools -- deploy brings what it needs');
  process.exit();
}
copyProject();
const ministack = await startMiniStack();
const before = await synthesize(ministack, COPY, 'before');
run('git', 'apply', INDEX);
const index = await synthesize(ministack, COPY, 'index');
run('git', 'apply', FILTER);
const filter = await synthesize(ministack, COPY, 'filter');
await cdk(ministack, TEMPORARY, 'bootstrap', '--app', before);
const stage = await openStage(ministack, 'staging', await deploy(ministack, before, STACK));
await storeOrders(stage, 150);
say('The version before is deployed, and has 300 orders');

await deploy(ministack, index, STACK);
assert.equal(await backfilled(stage), 0);
await assert.rejects(deploy(ministack, filter, STACK), new RegExp(`listOrders needs.*${COMMAND}`));
say('The filter is refused, with the command to run');

const over = new AbortController();
const clients = [1, 2, 3].map(() => orderUntil(stage, over.signal));
const words = COMMAND.split(' ').slice(1);
const { environment: env } = ministack;
const command = await runProgram('npm', [...words, '--yes'], { env, cwd: COPY });
assert.equal(command.status, 0, command.output);
over.abort();
const placed = await Promise.all(clients);
say(`The backfill is done, while clients placed ${placed.join(' + ')} orders:\n${command.output}`);

await deploy(ministack, filter, STACK);
say(`The filter is deployed, and has all ${await expectWhole(stage)} orders`);

const had = await backfilled(stage);
await deploy(ministack, before, STACK);
for (const { id, status } of await list(stage, '/store/orders?limit=100'))
  if (status === 'placed') await post(stage, `/store/orders/${id}/cancel`);
assert.equal(await backfilled(stage), had);
say('Taken back, the version before closes orders, and keeps what it does not know');
await assert.rejects(deploy(ministack, filter, STACK), new RegExp(COMMAND));
say('The stage knows that it wrote orders without that: the filter is refused again');
process.exit();
