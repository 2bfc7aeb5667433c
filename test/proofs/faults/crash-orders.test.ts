import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Order } from '../../../lib/orders/order.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { type Answer, call } from '../../support/client.ts';
import { expectFoldedLogsOf } from '../../support/fold-log.ts';
import { createLimitedAccounts, HIGHEST } from '../../support/local-accounts.ts';
import { endLocalServers } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { chance } from './chance.ts';
import { type CrashingServer, startCrashingServer } from './crashing-server.ts';

const PETS = 520;
/** Orders of each pet, one after the other: all but the last are cancelled. */
const ORDERS = 4;
/** Pets that are ordered at once. */
const CLIENTS = 16;
/** Kills meanwhile; one more follows the last answer. */
const KILLS = 5;

jest.setTimeout(15 * 60_000);

const seed = jest.getSeed();
const counts = { answered: 0, unanswered: 0 };
/** Observations that no client may make: each is a defect. */
const untrue: string[] = [];
/** The final state of each order and each pet, as it was answered. */
const answered = { orders: new Map<bigint, string>(), pets: new Map<bigint, string>() };
const say = (text: string) => process.stderr.write(`${text}\n`);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: CrashingServer;

/** Owns the pets, or orders them. */
type Role = Order['role'];

let keys: ReadonlyMap<string, string>;
const keyOf = (role: Role): string => keys.get(role) ?? '';

/** Sends a request until it is answered: each of these may be sent again. */
const send = async (
  path: string,
  status: number,
  options: Parameters<typeof call>[1],
): Promise<Answer> => {
  for (;;) {
    const running = await server.running();
    const answer = await call(path, options, running).catch(() => undefined);
    if (answer === undefined || answer.status >= 500) {
      counts.unanswered += 1;
      continue;
    }
    counts.answered += 1;
    if (answer.status !== status) {
      const requestId = answer.headers.get('X-Request-Id') ?? '';
      const logged = running
        .output()
        .split('\n')
        .filter((line) => line.includes(requestId));
      untrue.push([`${path}: ${answer.status} ${answer.text}`, ...logged].join('\n'));
    }
    return answer;
  }
};

const create = async (role: Role, path: string, body: unknown) => {
  const headers = { 'Idempotency-Key': randomUUID() };
  return send(path, 201, { method: 'POST', headers, body, key: keyOf(role) });
};

/** Orders one pet again and again; every second pet is sold in the end. Either side cancels in turn. */
const orderAgainAndAgain = async (nth: number): Promise<void> => {
  const pet = (await create('owner', '/pets', { name: `Pet ${nth}`, categoryId: 1 })).body as Pet;
  for (let order = 1; order <= ORDERS; order += 1) {
    const { id } = (await create('customer', '/store/orders', { petId: pet.id })).body as Order;
    const sells = order === ORDERS && nth % 2 === 0;
    const close = sells ? 'complete' : 'cancel';
    const by = sells || order % 2 === 0 ? 'owner' : 'customer';
    const closing = { method: 'POST', key: keyOf(by) };
    const closed = await send(`/store/orders/${id}/${close}`, 200, closing);
    answered.orders.set(id, (closed.body as Order).status);
    answered.pets.set(pet.id, sells ? 'sold' : 'available');
  }
};

/** Kills the server once in each part of the work, at a moment that the seed chooses. */
const killNowAndThen = async (): Promise<void> => {
  const all = PETS * (1 + 2 * ORDERS);
  for (let part = 0; part < KILLS; part += 1) {
    const after = Math.floor((all / KILLS) * 0.9 * (part + chance(seed, `kill ${part}`)));
    while (counts.answered < after) await setTimeout(5);
    await server.crash();
    say(`killed after ${counts.answered} answers, and started again`);
  }
};

const list = async <Item>(role: Role, path: string): Promise<Item[]> => {
  const running = await server.running();
  const items: Item[] = [];
  let page: string | undefined = `${path}?limit=100`;
  while (page !== undefined) {
    const { body, headers } = await call(page, { key: keyOf(role) }, running);
    items.push(...(body as Item[]));
    page = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return items;
};

beforeAll(async () => {
  say(`Crash test: ${PETS * ORDERS} orders of two accounts; --seed=${seed} repeats its moments`);
  folder = await temporaryFolder();
  // The embedded engine dies with the server, so this test always uses it.
  const env = { AWS_ENDPOINT_URL_DYNAMODB: '' };
  server = await startCrashingServer({ dataDir: folder.path, env });
  keys = await createLimitedAccounts(folder.path, { owner: HIGHEST, customer: HIGHEST }, '');
  const waiting = Array.from({ length: PETS }, (_, index) => index);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      await orderAgainAndAgain(next);
    }
  };
  await Promise.all([killNowAndThen(), ...Array.from({ length: CLIENTS }, work)]);
  await server.crash();
});
afterAll(async () => {
  endLocalServers();
  await folder.remove();
});

test(`orders are for both sides and their pets as was answered, though the server is killed ${KILLS + 1} times`, async () => {
  const seen = {
    owner: await list<Order>('owner', '/store/orders'),
    customer: await list<Order>('customer', '/store/orders'),
  };
  const orders = seen.customer;
  const pets = await list<Pet>('owner', '/pets');
  const stored = new Map(orders.map(({ id, status }) => [id, status]));
  const owners = new Map(seen.owner.map((order) => [order.id, order]));
  const faults = {
    torn: [
      ...orders.filter(
        (order) => !isDeepStrictEqual(owners.get(order.id), { ...order, role: 'owner' }),
      ),
      ...seen.owner.filter(({ id }) => !stored.has(id)),
    ],
    lost: [...answered.orders.keys()].filter((id) => !stored.has(id)),
    untrue: [...answered.orders].filter(([id, status]) => stored.get(id) !== status),
    doubled: orders.filter(({ id }) => !answered.orders.has(id)),
    disagree: pets.filter(({ id, status }) => answered.pets.get(id) !== status),
  };
  say(
    [
      `answered ${counts.answered}`,
      `unanswered ${counts.unanswered}`,
      `orders ${orders.length}`,
      ...Object.entries(faults).map(([name, found]) => `${name} ${found.length}`),
    ].join(', '),
  );
  expect(untrue).toEqual([]);
  expect(server.failures()).toEqual([]);
  expect(faults).toEqual({ torn: [], lost: [], untrue: [], doubled: [], disagree: [] });
  expect(new Set(orders.map(({ role }) => role))).toEqual(new Set(['customer']));
  expect(orders).toHaveLength(PETS * ORDERS);
});

test('all changes of orders and of their pets are in the logs once, in their order', async () => {
  const folded = await expectFoldedLogsOf(folder.path, '');
  say(`The logs give the tables: ${JSON.stringify(folded)}`);
  // Each order is placed and ends, for both sides and its pet.
  const events = PETS + PETS * ORDERS * 2 * 3;
  expect(folded).toEqual({ logs: 3, events, pets: PETS, orders: 2 * PETS * ORDERS });
});
