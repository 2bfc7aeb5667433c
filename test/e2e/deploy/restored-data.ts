import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { Category } from '../../../lib/categories/category.ts';
import { Order } from '../../../lib/orders/order.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { type Answer, call, type Service } from '../../support/client.ts';
import { emptyTable, itemsOf } from '../../support/copy-table.ts';
import { codeBlocks } from '../../support/page-calls.ts';
import { newSecret } from '../../support/stored-webhooks.ts';
import { until } from '../../support/until.ts';
import type { MiniStack } from './emulator.ts';
import { runScript } from './page-script.ts';
import type { DeployedStage } from './stage.ts';

/* What clients do before data is lost, what they do that is lost, and what they see after a restore. */

const ask = (
  service: Service,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => call(path, { method, body, headers }, service);

/** Sends a request, and expects success. Returns the body. */
const get = async (...request: Parameters<typeof ask>): Promise<unknown> => {
  const { status, text, body } = await ask(...request);
  assert.ok(status < 300, `${request[1]} ${request[2]}: ${status} ${text}`);
  return body;
};

const walk = async (service: Service, path: string): Promise<unknown[]> => {
  const items: unknown[] = [];
  let cursor = '';
  do {
    const page = await ask(service, 'GET', `${path}${cursor}`);
    assert.equal(page.status, 200, page.text);
    assert.ok(Array.isArray(page.body));
    items.push(...page.body);
    const link = /<[^>]*[?&]cursor=([^&>]+)[^>]*>/.exec(page.headers.get('Link') ?? '');
    cursor = link ? `&cursor=${link[1]}` : '';
  } while (cursor !== '');
  return items;
};

const Pets = z.array(Pet);
const Orders = z.array(Order);

/** All that clients see. */
const seeAll = async (service: Service) => ({
  pets: Pets.parse(await walk(service, '/pets?limit=20')),
  orders: Orders.parse(await walk(service, '/store/orders?limit=5')),
  categories: z.array(Category).parse(await walk(service, '/categories?limit=1')),
});
type Seen = Awaited<ReturnType<typeof seeAll>>;

/** A request with an idempotency key, and its answer. */
interface Keyed {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly text: string;
}

const createPet = async (service: Service, body: unknown): Promise<Pet> =>
  Pet.parse(await get(service, 'POST', '/pets', body));

const placeOrder = async (service: Service, petId?: bigint): Promise<Order> =>
  Order.parse(await get(service, 'POST', '/store/orders', { petId }));

const createKeyed = async (service: Service, path: string, body: unknown, key: string) => {
  const { status, text } = await ask(service, 'POST', path, body, { 'Idempotency-Key': key });
  assert.equal(status, 201, text);
  return { path, body, key, text };
};

const close = (service: Service, { id }: Pick<Order, 'id'>, how: 'cancel' | 'complete') =>
  get(service, 'POST', `/store/orders/${id}/${how}`);

/** Fills a stage with pets, orders of each status, categories, and requests with idempotency keys. */
const fill = async (service: Service, count: number) => {
  for (const id of [-1n, 7n]) {
    await get(service, 'PUT', `/categories/${id}`, { name: `Kind ${id}` });
  }
  const pets: Pet[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const body = { name: `Pet ${nth}`, categoryId: nth % 3 === 0 ? 7n : 9007199254740993n };
    pets.push(await createPet(service, body));
  }
  const order = (nth: number) => placeOrder(service, pets[nth]?.id);
  await close(service, await order(0), 'complete');
  await close(service, await order(1), 'cancel');
  const open = [await order(2), await order(3), await order(4), await order(5)];
  const keyed: Keyed[] = [
    await createKeyed(service, '/pets', { name: 'Keyed', categoryId: 7 }, 'drill-pet'),
    await createKeyed(service, '/store/orders', { petId: pets[6]?.id }, 'drill-order'),
  ];
  await get(service, 'DELETE', `/pets/${pets[7]?.id}`);
  return { pets, open, keyed };
};
type Filled = Awaited<ReturnType<typeof fill>>;

/** Makes changes that will be lost. Returns the last ids that clients got. */
const goOn = async (service: Service, { pets, open }: Filled) => {
  const created: Pet[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    created.push(await createPet(service, { name: 'Lost', categoryId: 7 }));
  }
  const placed = [
    await placeOrder(service, created[0]?.id),
    await placeOrder(service, pets[8]?.id),
  ];
  if (open[0]) await close(service, open[0], 'complete');
  if (open[1]) await close(service, open[1], 'cancel');
  await get(service, 'DELETE', `/pets/${pets[9]?.id}`);
  await get(service, 'PATCH', `/pets/${pets[10]?.id}`, { name: 'Changed' });
  await get(service, 'PUT', '/categories/7', { name: 'Changed' });
  await get(service, 'PUT', '/categories/8', { name: 'Lost' });
  await createKeyed(service, '/pets', { name: 'Lost', categoryId: 1 }, 'drill-lost');
  const highest = (items: readonly { readonly id: bigint }[]) =>
    items.map(({ id }) => id).reduce((one, other) => (one > other ? one : other));
  return { pets: highest((await seeAll(service)).pets), orders: highest(placed) };
};
type LastIds = Awaited<ReturnType<typeof goOn>>;

/** Expects that clients see the same as then, also by filters of lists. */
const expectSeen = async (service: Service, then: Seen): Promise<void> => {
  assert.deepEqual(await seeAll(service), then);
  const available = await walk(service, '/pets?limit=20&categoryId=7&status=available');
  const holds = (pet: Pet) => pet.categoryId === 7n && pet.status === 'available';
  assert.deepEqual(available, then.pets.filter(holds));
  const placed = await walk(service, '/store/orders?limit=5&status=placed');
  assert.deepEqual(
    placed,
    then.orders.filter(({ status }) => status === 'placed'),
  );
};

/** Expects that the service works: keys replay, orders end with their pets, and no id is given twice. */
const expectWorks = async (service: Service, { open, keyed }: Filled, last: LastIds) => {
  for (const { path, body, key, text } of keyed) {
    const answer = await ask(service, 'POST', path, body, { 'Idempotency-Key': key });
    assert.deepEqual([answer.status, answer.text], [201, text]);
    assert.equal(answer.headers.get('Idempotent-Replayed'), 'true');
  }
  const petOf = async ({ petId }: Order) =>
    Pets.parse(await get(service, 'GET', `/pets?ids=${petId}`))[0];
  for (const [nth, order] of open.entries()) {
    assert.equal((await petOf(order))?.status, 'pending');
    await close(service, order, nth % 2 === 0 ? 'complete' : 'cancel');
    assert.equal((await petOf(order))?.status, nth % 2 === 0 ? 'sold' : 'available');
  }
  const pet = await createPet(service, { name: 'New', categoryId: 1 });
  assert.ok(pet.id > last.pets, `The id ${pet.id} of a pet was given before (${last.pets})`);
  const order = await placeOrder(service, pet.id);
  assert.ok(
    order.id > last.orders,
    `The id ${order.id} of an order was given before (${last.orders})`,
  );
};

const PAGE = 'docs/restoring.md';

/** The drill needs no more pets, and MiniStack starts a process for each request. */
const PETS = 12;

/** Waits until nothing is recorded for two seconds. */
const untilRecorded = async ({ client, tables }: DeployedStage): Promise<void> => {
  let before = -1;
  await until(async () => {
    const { length } = await itemsOf(client, tables.events);
    if (length === before) return true;
    before = length;
    return setTimeout(2000, false);
  });
};

type Type = (...blocks: readonly (string | undefined)[]) => Promise<string>;

/** Restores the logs of events, of which one was lost, and a webhook that was lost with its secret. */
const proveAlone = async (
  stage: DeployedStage,
  commands: Readonly<Record<'events' | 'restore' | 'webhooks', string | undefined>>,
  type: Type,
): Promise<void> => {
  const typeAlone = async (block: string | undefined, lose: () => Promise<unknown>) => {
    const [tables, command] = block?.split('\n') ?? [];
    await untilRecorded(stage);
    await type(tables, commands.restore);
    await lose();
    return type(command);
  };
  const first = { log: 'pets', position: 1n };
  const TableName = stage.tables.events;
  const lost = await typeAlone(commands.events, () =>
    stage.client.send(new DeleteCommand({ TableName, Key: first })),
  );
  assert.match(lost, /events +1 +0 +0\n/);

  const hook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
  const { status, headers } = await ask(stage, 'POST', '/webhooks', hook);
  assert.equal(status, 201);
  const both = await typeAlone(commands.webhooks, async () => {
    await emptyTable(stage.client, stage.tables.webhooks);
    await emptyTable(stage.client, stage.tables.webhookSecrets);
  });
  assert.match(both, /webhooks +2 +0 +0\nwebhookSecrets +1 +0 +0\n/);
  const path = String(headers.get('Location')).replace(/^.*(?=\/webhooks)/, '');
  assert.equal((await ask(stage, 'DELETE', path)).status, 204);
};

/**
 * Deletes the data of production, and restores it with the commands of docs/restoring.md.
 * @throws Error with the difference, or with the command that failed
 */
export const proveRestore = async (ministack: MiniStack, stage: DeployedStage): Promise<void> => {
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
    _check,
    lostCounters,
    events,
    webhooks,
    _deployments,
    protect,
  ] = codeBlocks(PAGE).map(({ text }) => text);
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
    return runScript(ministack, text, variables);
  };

  const filled = await fill(stage, PETS);
  const then = await seeAll(stage);
  assert.match(await type(time, restore, wait), /(?:^\w+ ACTIVE\n){5}$/m);
  const last = await goOn(stage, filled);
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
  await expectSeen(stage, then);
  await expectWorks(stage, filled, last);
  await type(cleanUp);
  assert.match(await type(lostCounters), /counters +\d+ +\d+ +0\n/);
  await proveAlone(stage, { restore, events, webhooks }, type);
  await type(protect);
};
