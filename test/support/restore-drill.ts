import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod';
import { Category } from '../../lib/categories/category.ts';
import { Order } from '../../lib/orders/order.ts';
import { Pet } from '../../lib/pets/pet.ts';
import { parseJson, writeJson } from '../../lib/values/json.ts';

/*
 * What clients do before data is lost, what they do that is lost, and what they see after a restore. It runs in tests and
 * in programs, so it needs no jest.
 */

/** A stage as clients reach it. */
export interface Address {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Sends a request, and repeats it when the service asks to wait. */
export const ask = async (
  { baseUrl, apiKey }: Address,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown; text: string; headers: Headers }> => {
  for (;;) {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: writeJson(body) }),
    });
    const text = await answer.text();
    if (answer.status !== 429) {
      return {
        status: answer.status,
        text,
        headers: answer.headers,
        body: text && parseJson(text),
      };
    }
    await setTimeout(1000 * Number(answer.headers.get('Retry-After')));
  }
};

/** The same, but expects success. Returns the body. */
const get = async (...request: Parameters<typeof ask>): Promise<unknown> => {
  const { status, text, body } = await ask(...request);
  assert.ok(status < 300, `${request[1]} ${request[2]}: ${status} ${text}`);
  return body;
};

const walk = async (address: Address, path: string): Promise<unknown[]> => {
  const items: unknown[] = [];
  let cursor = '';
  do {
    const page = await ask(address, 'GET', `${path}${cursor}`);
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
export const seeAll = async (address: Address) => ({
  pets: Pets.parse(await walk(address, '/pets?limit=20')),
  orders: Orders.parse(await walk(address, '/store/orders?limit=5')),
  categories: z.array(Category).parse(await walk(address, '/categories?limit=1')),
});
export type Seen = Awaited<ReturnType<typeof seeAll>>;

/** A request with an idempotency key, and its answer. */
interface Keyed {
  readonly path: string;
  readonly body: unknown;
  readonly key: string;
  readonly text: string;
}

const createPet = async (address: Address, body: unknown): Promise<Pet> =>
  Pet.parse(await get(address, 'POST', '/pets', body));

const placeOrder = async (address: Address, petId?: bigint): Promise<Order> =>
  Order.parse(await get(address, 'POST', '/store/orders', { petId }));

const createKeyed = async (address: Address, path: string, body: unknown, key: string) => {
  const { status, text } = await ask(address, 'POST', path, body, { 'Idempotency-Key': key });
  assert.equal(status, 201, text);
  return { path, body, key, text };
};

const close = (address: Address, { id }: Pick<Order, 'id'>, how: 'cancel' | 'complete') =>
  get(address, 'POST', `/store/orders/${id}/${how}`);

/** Fills a stage with pets, orders of each status, categories, and requests with idempotency keys. */
export const fill = async (address: Address, count: number) => {
  for (const id of [-1n, 7n]) {
    await get(address, 'PUT', `/categories/${id}`, { name: `Kind ${id}` });
  }
  const pets: Pet[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const body = { name: `Pet ${nth}`, categoryId: nth % 3 === 0 ? 7n : 9007199254740993n };
    pets.push(await createPet(address, body));
  }
  const order = (nth: number) => placeOrder(address, pets[nth]?.id);
  await close(address, await order(0), 'complete');
  await close(address, await order(1), 'cancel');
  const open = [await order(2), await order(3), await order(4), await order(5)];
  const keyed: Keyed[] = [
    await createKeyed(address, '/pets', { name: 'Keyed', categoryId: 7 }, 'drill-pet'),
    await createKeyed(address, '/store/orders', { petId: pets[6]?.id }, 'drill-order'),
  ];
  await get(address, 'DELETE', `/pets/${pets[7]?.id}`);
  return { pets, open, keyed };
};
export type Filled = Awaited<ReturnType<typeof fill>>;

/** Makes changes that will be lost. Returns the last ids that clients got. */
export const goOn = async (address: Address, { pets, open }: Filled) => {
  const created: Pet[] = [];
  for (let nth = 0; nth < 10; nth += 1) {
    created.push(await createPet(address, { name: 'Lost', categoryId: 7 }));
  }
  const placed = [
    await placeOrder(address, created[0]?.id),
    await placeOrder(address, pets[8]?.id),
  ];
  if (open[0]) await close(address, open[0], 'complete');
  if (open[1]) await close(address, open[1], 'cancel');
  await get(address, 'DELETE', `/pets/${pets[9]?.id}`);
  await get(address, 'PATCH', `/pets/${pets[10]?.id}`, { name: 'Changed' });
  await get(address, 'PUT', '/categories/7', { name: 'Changed' });
  await get(address, 'PUT', '/categories/8', { name: 'Lost' });
  await createKeyed(address, '/pets', { name: 'Lost', categoryId: 1 }, 'drill-lost');
  const highest = (items: readonly { readonly id: bigint }[]) =>
    items.map(({ id }) => id).reduce((one, other) => (one > other ? one : other));
  return { pets: highest((await seeAll(address)).pets), orders: highest(placed) };
};
export type LastIds = Awaited<ReturnType<typeof goOn>>;

/** Expects that clients see the same as then, also by the filters of lists. */
export const expectSeen = async (address: Address, then: Seen): Promise<void> => {
  assert.deepEqual(await seeAll(address), then);
  const filters: readonly [string, (pet: Pet) => boolean][] = [
    ['status=available', ({ status }) => status === 'available'],
    ['status=pending', ({ status }) => status === 'pending'],
    ['status=sold', ({ status }) => status === 'sold'],
    ['categoryId=7', ({ categoryId }) => categoryId === 7n],
    ['categoryId=7&status=available', (pet) => pet.categoryId === 7n && pet.status === 'available'],
  ];
  for (const [filter, holds] of filters) {
    const listed = await walk(address, `/pets?limit=20&${filter}`);
    assert.deepEqual(listed, then.pets.filter(holds), filter);
  }
  for (const status of ['placed', 'completed', 'cancelled']) {
    const listed = await walk(address, `/store/orders?limit=5&status=${status}`);
    assert.deepEqual(
      listed,
      then.orders.filter((order) => order.status === status),
      status,
    );
  }
};

/** Expects that the service works: keys replay, orders end with their pets, and no id is given twice. */
export const expectWorks = async (address: Address, { open, keyed }: Filled, last: LastIds) => {
  for (const { path, body, key, text } of keyed) {
    const answer = await ask(address, 'POST', path, body, { 'Idempotency-Key': key });
    assert.deepEqual([answer.status, answer.text], [201, text]);
    assert.equal(answer.headers.get('Idempotent-Replayed'), 'true');
  }
  const petOf = async ({ petId }: Order) =>
    Pets.parse(await get(address, 'GET', `/pets?ids=${petId}`))[0];
  for (const [nth, order] of open.entries()) {
    assert.equal((await petOf(order))?.status, 'pending');
    await close(address, order, nth % 2 === 0 ? 'complete' : 'cancel');
    assert.equal((await petOf(order))?.status, nth % 2 === 0 ? 'sold' : 'available');
  }
  const pet = await createPet(address, { name: 'New', categoryId: 1 });
  assert.ok(pet.id > last.pets, `The id ${pet.id} of a pet was given before (${last.pets})`);
  const order = await placeOrder(address, pet.id);
  assert.ok(
    order.id > last.orders,
    `The id ${order.id} of an order was given before (${last.orders})`,
  );
};
