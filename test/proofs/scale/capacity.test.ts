import { afterAll, describe, expect, test } from '@jest/globals';
import { buildCreateMessage } from '../../../functions/create-message/store.ts';
import { buildCreatePet } from '../../../functions/create-pet/store.ts';
import { buildDeleteCategory } from '../../../functions/delete-category/store.ts';
import { buildDeliver } from '../../../functions/deliver-webhook/deliver.ts';
import { open as openDeliverWebhook } from '../../../functions/deliver-webhook/handler.ts';
import { buildDeliveryStore } from '../../../functions/deliver-webhook/store.ts';
import { buildGetCategory } from '../../../functions/get-category/store.ts';
import { buildListCategories } from '../../../functions/list-categories/store.ts';
import { buildFindPets } from '../../../functions/list-pets/store.ts';
import { buildPutCategory } from '../../../functions/put-category/store.ts';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildWakeStore } from '../../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../../functions/wake-webhooks/wake.ts';
import { handOutKey } from '../../../infra/operator/accounts/hand-out-key.ts';
import { buildRecordUse } from '../../../lib/accounts/record-last-use.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { logName } from '../../../lib/events/log-head.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { randomBase62 } from '../../../lib/values/base62.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { openOperations } from '../../support/account-operations.ts';
import { openEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { expectRefused } from '../../support/expect-refused.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNER, petStore, STRANGER, setCounter } from '../../support/stored-pets.ts';
import { webhookStorage } from '../../support/stored-webhooks.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';
import { CAPACITY, type Capacity, reads, writes } from './capacity.ts';
import { CATEGORIES, COUNT, FAR, fill, NAME, RARE } from './fill.ts';
import { openMeter } from './meter.ts';

/*
 * The embedded engine reports what `capacity.ts` says. Pages of 100 cost the same at the beginning and deep in the table: what a
 * request costs does not grow with the table. A strongly consistent read of up to 4 KB is a unit, an eventually consistent one
 * half a unit.
 */

const engine = await openEngine();
afterAll(engine.close);
await fill(engine);
const { measure } = openMeter(engine);
const { client, tables } = engine;
const [pets, orders] = [petStore(engine), orderStore(engine)];
const [listEvents, append] = [buildListEvents(client, tables), buildAppend(client, tables)];

/** Expects that work takes what `capacity.ts` has under a name, or this. */
const expectUse = async (of: keyof typeof CAPACITY | Capacity, work: () => Promise<unknown>) => {
  const { writes: all, ...use }: Capacity = typeof of === 'string' ? CAPACITY[of] : of;
  const written = Object.entries(all).filter(([, units]) => units > 0);
  expect(await measure(work)).toEqual({ ...use, writes: Object.fromEntries(written) });
};

const newPet = async (): Promise<bigint> => (await pets.create({ name: NAME })).id;

const deep = COUNT - 700;
const half = { categoryId: CATEGORIES.half };
const [usual, rare] = [{ status: 'available' }, { status: 'sold' }] as const;
const [completed, cancelled] = [{ status: 'completed' }, { status: 'cancelled' }] as const;

describe('pets', () => {
  test.each([
    ['the first', 0, 20, {}, reads(2)],
    // Two blocks of ids.
    ['those deep in the table', deep, 100, {}, reads(10, 1, 2)],
    // One in fifty is left: a block, then all sixteen shards.
    ['those far between', FAR, 20, {}, reads(17, 2, 17)],
    // Four shards.
    ['a usual status', 0, 20, usual, reads(2, 1, 4)],
    ['a usual status, deep', deep, 100, usual, reads(6, 1, 4)],
    ['a rare status', 0, 20, rare, reads(2, 1, 4)],
    ['the last 5 of a rare status', 20 * (COUNT / RARE), 20, rare, reads(2, 1, 4)],
    ['half of all', 0, 20, half, reads(2, 1, 4)],
    ['half of all, deep', deep, 100, { ...half, ...usual }, reads(6, 1, 4)],
    // A query that finds nothing takes half a unit.
    ['none', 0, 100, { categoryId: CATEGORIES.none }, reads(2, 1, 4)],
  ] as const)(
    'a list of %s, after %i at most %i',
    async (_what, after, limit, filter, expected) => {
      await expectUse(expected, () => pets.list({ after: BigInt(after), limit, ...filter }));
    },
  );

  test.each([1, 20, 100])('%i by ids: one trip, and a unit for each', async (count) => {
    const find = buildFindPets(client, tables);
    const ids = Array.from({ length: count }, (_, index) => BigInt((index * COUNT) / count + 1));
    const findAll = async () => expect(await find(ids)).toHaveLength(count);
    await expectUse(reads(count), findAll);
  });

  test('getPet, also where there is none', async () => {
    await expectUse(reads(1), () => pets.get(BigInt(COUNT)));
    await expectUse(reads(1), () => expectRefused(pets.get(BigInt(COUNT + 500)), 'pet_not_found'));
  });

  test('createPet, with the same trips with an idempotency key', async () => {
    const pet = { name: NAME, categoryId: 1n, status: 'pending', accountId: OWNER } as const;
    const create = buildCreatePet(client, tables);
    await expectUse('createPet', () => create(pet));
    await expectUse('createPet, with a key', () => create(pet, { accountId: OWNER, key: 'one' }));
  });

  test('updatePet', async () => {
    const id = await newPet();
    const update = (members: Partial<Pet>) => () => pets.update(id, members, change());
    await expectUse('updatePet, of its name', update({ name: `${NAME}!` }));
    await expectUse('updatePet, of its categoryId', update({ categoryId: 8n }));
    await expectUse('updatePet, of its status', update({ status: 'sold' }));
  });

  test('deletePet', async () => {
    const id = await newPet();
    await expectUse('deletePet', () => pets.remove(id, change()));
  });
});

describe('orders', () => {
  test.each([
    ['all', INT64_MAX, 20, {}, reads(2)],
    ['all, deep in the table', BigInt(deep), 100, {}, reads(6)],
    ['a usual status', INT64_MAX, 20, completed, reads(1)],
    ['a usual status, deep', BigInt(deep), 100, completed, reads(3)],
    ['a rare status', INT64_MAX, 20, cancelled, reads(1)],
  ] as const)(
    'a list of %s, before %i at most %i',
    async (_what, after, limit, filter, expected) => {
      const list = async () => {
        const { items } = await orders.list({ accountId: OWNER, after, limit, ...filter });
        expect(items).toHaveLength(limit);
      };
      await expectUse(expected, list);
    },
  );

  test('getOrder', async () => {
    await expectUse(reads(1), () => orders.get(OWNER, 7n));
  });

  /** The customer of an order of OWNER's pets, and what the names of its figures end in. */
  describe.each([
    ['of two accounts', STRANGER, ''],
    ['of an own pet', OWNER, ', of an own pet'],
  ] as const)('%s', (_what, customer, suffix) => {
    test('placeOrder, and with an idempotency key', async () => {
      const petId = await newPet();
      await expectUse(`placeOrder${suffix}`, () => orders.place(petId, customer));
      const input = { petId: await newPet(), accountId: customer };
      const idempotency = { accountId: customer, key: `order ${suffix}` };
      const placeOnce = () => orders.placeOrder(input, idempotency);
      await expectUse(`placeOrder${suffix}, with a key`, placeOnce);
    });

    test.each(['complete', 'cancel'] as const)('%sOrder, and then only the read', async (close) => {
      const { id } = await orders.place(await newPet(), customer);
      const by = close === 'complete' ? OWNER : customer;
      const work = () => orders[close](by, id);
      await expectUse(`${close}Order${suffix}`, work);
      await expectUse(reads(1), work);
    });
  });
});

describe('categories, messages and the largest pages', () => {
  const [put, list] = [buildPutCategory(client, tables), buildListCategories(client, tables)];

  test('a category', async () => {
    for (const name of [NAME, 'Dogs']) {
      await expectUse('putCategory', () => put(7n, { name }, change()));
    }
    const get = buildGetCategory(client, tables);
    await expectUse(reads(1), () => get(7n));
    await expectUse(reads(1), () => list({ after: 0n, limit: 20 }));
    const remove = buildDeleteCategory(client, tables);
    await expectUse('deleteCategory', () => remove(7n, change()));
  });

  test('createMessage, and with an idempotency key', async () => {
    const create = buildCreateMessage(client, tables);
    const message = { message: NAME };
    await expectUse('createMessage', () => create(message));
    const withKey = () => create(message, { accountId: OWNER, key: 'message' });
    await expectUse('createMessage, with a key', withKey);
  });

  test('the largest pages: what a client with long names has to know', async () => {
    const name = '🐈'.repeat(256);
    await setCounter(engine, 'pets', 2n ** 53n);
    await setCounter(engine, 'orders', 2n ** 53n);
    for (let id = INT64_MAX - 99n; id <= INT64_MAX; id += 1n) {
      // An order holds each, which its item names.
      await orders.place((await pets.create({ name, categoryId: id })).id);
      await put(id, { name }, change());
    }
    // After the last page all shards are looked at.
    await pets.create({ name });
    const page = { after: 2n ** 53n, limit: 100 };
    // The engine takes long numbers for longer than AWS: 31.
    await expectUse(reads(32, 1, 2), () => pets.list(page));
    await expectUse(reads(28), () => list(page));
  });
});

describe('keys', () => {
  test('the authorizer, which writes once an hour', async () => {
    const stage = openTestStage(engine);
    const { apiKey, key } = await issueTestKey(stage);
    await expectUse(reads(1), () => stage.find(apiKey));
    const recordUse = buildRecordUse(client, tables);
    const now = new Date();
    const writes = { apiKeys: 1, 'apiKeys.byAccount': 1 };
    await expectUse({ ...reads(0), writes }, () => recordUse(key, now));
    const used = await stage.find(apiKey);
    await expectUse(reads(0, 0), async () => used && recordUse(used, now));
  });

  test('the operations of keys, of an account with few and with many', async () => {
    const stage = openTestStage(engine);
    const { accountId } = await stage.accounts.create('Shelter', 'tester');
    const { key: own } = await handOutKey(stage, { accountId, name: 'first', scope: 'full' });
    const call = openOperations(engine);
    const body = { name: 'k' };
    let id = '';
    const work = (name: Parameters<typeof call>[0]) => async () => {
      const answer = await call(name, own, name === 'create' ? { body } : { id });
      expect(answer.status).toBeLessThan(300);
      id = answer.body.id;
    };
    // The account, and the record of the key that asks.
    await expectUse(reads(2, 2), work('get'));
    await expectUse(reads(0.5), work('list'));
    await expectUse('createKey', work('create'));
    await expectUse('rollKey', work('roll'));
    await expectUse('revokeKey', work('revoke'));

    for (let keys = 3; keys < 20; keys += 1) await call('create', own, { body });
    const writes = { ...CAPACITY.createKey.writes, accounts: 6 };
    await expectUse({ ...CAPACITY.createKey, writes }, work('create'));
    await expectUse(reads(1), work('list'));
  });
});

// The sweeps first: other tests leave webhooks that are due.
describe('webhooks', () => {
  let now = Date.now();
  const clock = () => new Date(now);

  const store = buildDeliveryStore(client, tables, clock);
  const deliver = buildDeliver({
    store,
    list: listEvents,
    clock,
    send: async () => ({ status: 200 }),
  });
  const start = openDeliverWebhook(deliver);
  const wakes = buildWakeStore(client, tables, { clock });
  const waker = buildWaker(wakes, (webhooks) => start({ webhooks }), clock);

  /** A unit for the log of each, at most one for each slice, of 2 KB or so, and half a unit to find that none is due. */
  test('the sweeps of an hour, with 200 at rest', async () => {
    const count = 200;
    for (let nth = 0; nth < count; nth += 1) {
      const { accountId, id } = await webhookStorage(engine).create({ about: 'orders' });
      const atRest = { due: undefined, dueAt: undefined, asked: undefined, pending: undefined };
      await engine.update('webhooks', { accountId, id }, atRest);
    }
    const { readUnits, writes } = await measure(async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        now += 60_000;
        await waker.sweep(clock());
      }
    });
    expect(writes).toEqual({});
    expect(readUnits).toBeGreaterThan(count);
    expect(readUnits).toBeLessThanOrEqual(count + 90);
  });

  /** One write each for the wake, the claim, the result and the rest. The account is read together with the webhook, twice. */
  test.each([1, 100])(
    'a wake and a delivery of %i events, and the look that finds nothing more',
    async (events) => {
      const webhook = await webhookStorage(engine).create({ about: 'orders' });
      now = Date.now() + 300_000;
      // It is idle until the events come.
      await deliver(webhook);
      const log = logName('orders', webhook.accountId);
      const changes = Array.from({ length: events }, (_, nth) => petUpdate(7, nth, log, NAME));
      await append(log, changes);
      const written = writes(10, { webhooks: 4, 'webhooks.byDue': 2 });
      const use = { ...written, requests: 12, readUnits: 7.5 };
      await expectUse(use, () => waker.wakeLogs([log]));
    },
  );
});

describe('events', () => {
  test.each([
    // Of events that came alone. Those that were recorded together take 1 and 2.
    ['the first', 0n, 20, 20, reads(1)],
    ['those deep in the log', BigInt(deep), 100, 100, reads(5)],
    // The segment that ends at the position.
    ['nothing new', BigInt(COUNT), 100, 0, reads(1)],
    // The head of the log.
    ['latest', 'latest', 20, 0, reads(1)],
  ] as const)(
    'a page of %s, after %s at most %i',
    async (_what, after, limit, events, expected) => {
      const read = async () =>
        expect((await listEvents({ log: 'pets', after, limit })).events).toHaveLength(events);
      await expectUse(expected, read);
    },
  );

  test.each([
    [1, 'recordEvents, of 1 change'],
    [10, 'recordEvents, of 10 changes'],
    [98, 'recordEvents, of 98 changes'],
    [100, 'recordEvents, of 100 changes'],
  ] as const)('recording %i changes of one second', async (changes, expected) => {
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts half a unit.
    await webhookStorage(engine).create();
    const createdAt = `2026-11-23T08:00:${String(changes).slice(-2)}.000Z`;
    // Changes as they come: no two pets have one name.
    const batch = Array.from({ length: changes }, (_, nth) => {
      const update = petUpdate(1000 + nth, nth, 'pets', `Rex ${randomBase62(8)}`);
      return { ...update, mark: randomBase62(20), happening: { ...update.happening, createdAt } };
    });
    await expectUse(expected, () => append('pets', batch));
  });
});
