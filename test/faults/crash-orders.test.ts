import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Order } from '../../lib/orders/order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { type Answer, call } from '../support/client.ts';
import { HIGHEST, limitDemo } from '../support/local-accounts.ts';
import { endLocalServers } from '../support/local-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
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

const create = async (path: string, body: unknown) =>
  send(path, 201, { method: 'POST', headers: { 'Idempotency-Key': randomUUID() }, body });

/** Orders one pet again and again; every second pet is sold in the end. */
const orderAgainAndAgain = async (nth: number): Promise<void> => {
  const pet = (await create('/pets', { name: `Pet ${nth}`, categoryId: 1 })).body as Pet;
  for (let order = 1; order <= ORDERS; order += 1) {
    const { id } = (await create('/store/orders', { petId: pet.id })).body as Order;
    const sells = order === ORDERS && nth % 2 === 0;
    const close = sells ? 'complete' : 'cancel';
    const closed = await send(`/store/orders/${id}/${close}`, 200, { method: 'POST' });
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

const list = async <Item>(path: string): Promise<Item[]> => {
  const running = await server.running();
  const items: Item[] = [];
  let page: string | undefined = `${path}?limit=100`;
  while (page !== undefined) {
    const { body, headers } = await call(page, {}, running);
    items.push(...(body as Item[]));
    page = /<(.+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  }
  return items;
};

beforeAll(async () => {
  say(`Crash test: ${PETS * ORDERS} orders; --seed=${seed} repeats its moments`);
  folder = await temporaryFolder();
  // The embedded engine dies with the server, so this test always uses it.
  const env = { AWS_ENDPOINT_URL_DYNAMODB: '' };
  server = await startCrashingServer({ dataDir: folder.path, env });
  await limitDemo(folder.path, HIGHEST, '');
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

test(`orders and their pets are as was answered, though the server is killed ${KILLS + 1} times`, async () => {
  const orders = await list<Order>('/store/orders');
  const pets = await list<Pet>('/pets');
  const stored = new Map(orders.map(({ id, status }) => [id, status]));
  const faults = {
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
  expect(faults).toEqual({ lost: [], untrue: [], doubled: [], disagree: [] });
  expect(orders).toHaveLength(PETS * ORDERS);
});
