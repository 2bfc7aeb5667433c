import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildCreateMessage } from '../../../functions/create-message/store.ts';
import { buildCreatePet } from '../../../functions/create-pet/store.ts';
import { buildDeleteCategory } from '../../../functions/delete-category/store.ts';
import { buildDeletePet } from '../../../functions/delete-pet/store.ts';
import { buildDeliver } from '../../../functions/deliver-webhook/deliver.ts';
import { deliverWebhookHandler } from '../../../functions/deliver-webhook/handler.ts';
import { buildDeliveryStore } from '../../../functions/deliver-webhook/store.ts';
import { buildGetCategory } from '../../../functions/get-category/store.ts';
import { buildListCategories } from '../../../functions/list-categories/store.ts';
import { buildFindPets } from '../../../functions/list-pets/find-pets.ts';
import { buildPutCategory } from '../../../functions/put-category/store.ts';
import { buildAppend } from '../../../functions/record-events/sequencer.ts';
import { buildWakeStore } from '../../../functions/wake-webhooks/store.ts';
import { buildWaker } from '../../../functions/wake-webhooks/wake.ts';
import { handOutKey } from '../../../infra/operator/accounts/hand-out-key.ts';
import { buildRecordUse } from '../../../lib/accounts/record-last-use.ts';
import { buildListEvents } from '../../../lib/events/list-events.ts';
import { logName } from '../../../lib/events/log-head.ts';
import { randomBase62 } from '../../../lib/values/base62.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { openOperations } from '../../support/account-operations.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { petUpdate } from '../../support/event-logs.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNER, petStore, STRANGER, setCounter } from '../../support/stored-pets.ts';
import { webhookStorage } from '../../support/stored-webhooks.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';
import { CAPACITY, type Capacity, reads, writes } from './capacity.ts';
import { CATEGORIES, COUNT, FAR, fill, NAME, RARE } from './fill.ts';
import { type Meter, openMeter } from './meter.ts';

/*
 * The embedded engine reports what `capacity.ts` says. Pages of 100 cost the same at the beginning and deep in the table: what a
 * request costs does not grow with the table. A strongly consistent read of up to 4 KB is a unit, an eventually consistent one
 * half a unit.
 */

let engine: TestEngine;
let measure: Meter['measure'];
let pets: ReturnType<typeof petStore>;
let orders: ReturnType<typeof orderStore>;

beforeAll(async () => {
  engine = await openEngine();
  await fill(engine);
  ({ measure } = openMeter(engine));
  pets = petStore(engine);
  orders = orderStore(engine);
}, 240_000);
afterAll(() => engine.close());

const newPet = async (): Promise<bigint> => (await pets.create({ name: NAME })).id;
const refused = (work: () => Promise<unknown>, code: string) => () =>
  expect(work()).rejects.toMatchObject({ code });

/** The capacity of a transaction that is refused: it is charged for the tables, but writes no index. */
const refusedOf = ({ writes: all, ...capacity }: Capacity): Capacity => ({
  ...capacity,
  writes: Object.fromEntries(Object.entries(all).filter(([target]) => !target.includes('.'))),
});

const deep = COUNT - 700;
const half = { categoryId: CATEGORIES.half };
const [usual, rare] = [{ status: 'available' }, { status: 'sold' }] as const;
const [completed, cancelled] = [{ status: 'completed' }, { status: 'cancelled' }] as const;

describe('pets', () => {
  test.each([
    ['the first', 0, 20, {}, CAPACITY['listPets, 20']],
    ['those deep in the table', deep, 100, {}, CAPACITY['listPets, 100']],
    ['those far between', FAR, 20, {}, CAPACITY['listPets, 20 far between']],
    ['a usual status', 0, 20, usual, CAPACITY['listPets, 20 of a status']],
    ['a usual status, deep', deep, 100, usual, CAPACITY['listPets, 100 of a status']],
    ['a rare status', 0, 20, rare, CAPACITY['listPets, 20 of a status']],
    ['the last 5 of a rare status', 20 * (COUNT / RARE), 20, rare, reads(2, 1, 4)],
    ['half of all', 0, 20, half, CAPACITY['listPets, 20 of a category']],
    [
      'half of all, deep',
      deep,
      100,
      { ...half, ...usual },
      CAPACITY['listPets, 100 of a category'],
    ],
    // A query that finds nothing takes half a unit.
    ['none', 0, 100, { categoryId: CATEGORIES.none }, reads(2, 1, 4)],
  ])('a list of %s, after %i at most %i', async (_what, after, limit, filter, expected) => {
    const list = () => pets.list({ after: BigInt(after), limit, ...filter });
    expect(await measure(list)).toEqual(expected);
  });

  test.each([
    [1, CAPACITY['listPets, 1 by ids']],
    [20, CAPACITY['listPets, 20 by ids']],
    [100, CAPACITY['listPets, 100 by ids']],
  ])('%i by ids: one trip, and a unit for each', async (count, expected) => {
    const find = buildFindPets(engine.client, engine.tables);
    const ids = Array.from({ length: count }, (_, index) => BigInt((index * COUNT) / count + 1));
    const findAll = async () => expect(await find(ids)).toHaveLength(count);
    expect(await measure(findAll)).toEqual(expected);
  });

  test('getPet, also where there is none', async () => {
    expect(await measure(() => pets.get(BigInt(COUNT)))).toEqual(CAPACITY.getPet);
    const missing = refused(() => pets.get(BigInt(COUNT + 500)), 'pet_not_found');
    expect(await measure(missing)).toEqual(CAPACITY.getPet);
  });

  test('createPet, with the same trips with an idempotency key', async () => {
    const pet = { name: NAME, categoryId: 1n, status: 'pending', accountId: OWNER } as const;
    const create = buildCreatePet(engine.client, engine.tables);
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
    const idempotency = { accountId: OWNER, key: 'one' };
    expect(await measure(() => create(pet, idempotency))).toEqual(
      CAPACITY['createPet, with a key'],
    );
    const again = refusedOf(CAPACITY['createPet, with a key']);
    expect(await measure(() => create(pet, idempotency))).toEqual(again);
    const reused = refused(
      () => create({ ...pet, name: 'Tom' }, idempotency),
      'idempotency_key_reused',
    );
    expect(await measure(reused)).toEqual(again);
  });

  test('updatePet, and one that is refused the table alone', async () => {
    const id = await newPet();
    const rename = () => pets.update(id, { name: `${NAME}!` }, change());
    expect(await measure(rename)).toEqual(CAPACITY['updatePet, of its name']);
    const move = () => pets.update(id, { categoryId: 8n }, change());
    expect(await measure(move)).toEqual(CAPACITY['updatePet, of its categoryId']);
    const { revision } = await pets.update(id, {}, change());
    const sell = () => pets.update(id, { status: 'sold' }, change(revision));
    expect(await measure(sell)).toEqual(CAPACITY['updatePet, of its status']);
    const outdated = refused(sell, 'precondition_failed');
    expect(await measure(outdated)).toEqual({
      ...CAPACITY['updatePet, of its name'],
      writes: { pets: 1 },
    });
  });

  test('deletePet, and one that is refused the table alone', async () => {
    const remove = buildDeletePet(engine.client, engine.tables);
    const id = await newPet();
    expect(await measure(() => remove(id, change()))).toEqual(CAPACITY.deletePet);
    const again = refused(() => remove(id, change()), 'pet_not_found');
    expect(await measure(again)).toEqual(refusedOf(CAPACITY.deletePet));
  });
});

describe('orders', () => {
  test.each([
    ['all', INT64_MAX, 20, {}, CAPACITY['listOrders, 20']],
    ['all, deep in the table', BigInt(deep), 100, {}, CAPACITY['listOrders, 100']],
    ['a usual status', INT64_MAX, 20, completed, CAPACITY['listOrders, 20 of a status']],
    ['a usual status, deep', BigInt(deep), 100, completed, CAPACITY['listOrders, 100 of a status']],
    ['a rare status', INT64_MAX, 20, cancelled, CAPACITY['listOrders, 20 of a status']],
  ])('a list of %s, before %i at most %i', async (_what, after, limit, filter, expected) => {
    const list = async () => {
      const { items } = await orders.list({ accountId: OWNER, after, limit, ...filter });
      expect(items).toHaveLength(limit);
    };
    expect(await measure(list)).toEqual(expected);
  });

  test('getOrder', async () => {
    expect(await measure(() => orders.get(OWNER, 7n))).toEqual(CAPACITY.getOrder);
  });

  /** The customer of an order of OWNER's pets, and what the names of its figures end in. */
  describe.each([
    ['of two accounts', STRANGER, ''],
    ['of an own pet', OWNER, ', of an own pet'],
  ] as const)('%s', (_what, customer, suffix) => {
    test('placeOrder, and with an idempotency key', async () => {
      const petId = await newPet();
      const place = () => orders.place(petId, customer);
      expect(await measure(place)).toEqual(CAPACITY[`placeOrder${suffix}`]);
      const unavailable = refusedOf(CAPACITY[`placeOrder${suffix}`]);
      expect(await measure(refused(place, 'pet_not_available'))).toEqual(unavailable);

      const input = { petId: await newPet(), accountId: customer };
      const idempotency = { accountId: customer, key: `order ${suffix}` };
      const placeOnce = () => orders.placeOrder(input, idempotency);
      const first = CAPACITY[`placeOrder${suffix}, with a key`];
      expect(await measure(placeOnce)).toEqual(first);
      expect(await measure(placeOnce)).toEqual(refusedOf(first));
    });

    test.each(['complete', 'cancel'] as const)('%sOrder, and then only the read', async (close) => {
      const { id } = await orders.place(await newPet(), customer);
      const by = close === 'complete' ? OWNER : customer;
      const work = () => orders[close](by, id);
      expect(await measure(work)).toEqual(CAPACITY[`${close}Order${suffix}`]);
      expect(await measure(work)).toEqual(CAPACITY.getOrder);
    });
  });
});

describe('categories, messages and the largest pages', () => {
  test('a category', async () => {
    const { client, tables } = engine;
    const put = buildPutCategory(client, tables);
    for (const name of [NAME, 'Dogs']) {
      expect(await measure(() => put(7n, { name }, change()))).toEqual(CAPACITY.putCategory);
    }
    const get = buildGetCategory(client, tables);
    expect(await measure(() => get(7n))).toEqual(CAPACITY.getCategory);
    const listed = buildListCategories(client, tables);
    expect(await measure(() => listed({ after: 0n, limit: 20 }))).toEqual(CAPACITY.listCategories);
    const remove = buildDeleteCategory(client, tables);
    expect(await measure(() => remove(7n, change()))).toEqual(CAPACITY.deleteCategory);
  });

  test('createMessage, and with an idempotency key', async () => {
    const create = buildCreateMessage(engine.client, engine.tables);
    const message = { message: NAME };
    expect(await measure(() => create(message))).toEqual(CAPACITY.createMessage);
    const withKey = () => create(message, { accountId: OWNER, key: 'message' });
    const first = CAPACITY['createMessage, with a key'];
    expect(await measure(withKey)).toEqual(first);
    expect(await measure(withKey)).toEqual(refusedOf(first));
  });

  test('the largest pages: what a client with long names has to know', async () => {
    const name = '🐈'.repeat(256);
    const { client, tables } = engine;
    const put = buildPutCategory(client, tables);
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
    expect(await measure(() => pets.list(page))).toEqual(CAPACITY['listPets, 100 of the longest']);
    const listCategories = buildListCategories(client, tables);
    expect(await measure(() => listCategories(page))).toEqual(
      CAPACITY['listCategories, 100 of the longest'],
    );
  });
});

describe('keys', () => {
  test('the authorizer, which writes once an hour', async () => {
    const stage = openTestStage(engine);
    const { apiKey, key } = await issueTestKey(stage);
    expect(await measure(() => stage.find(apiKey))).toEqual(CAPACITY.authorizer);
    const recordUse = buildRecordUse(engine.client, engine.tables);
    const now = new Date();
    const writes = { apiKeys: 1, 'apiKeys.byAccount': 1 };
    expect(await measure(() => recordUse(key, now))).toEqual({ ...reads(0), writes });
    const used = await stage.find(apiKey);
    expect(await measure(async () => used && recordUse(used, now))).toEqual(reads(0, 0));
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
    expect(await measure(work('get'))).toEqual(CAPACITY.getAccount);
    expect(await measure(work('list'))).toEqual(CAPACITY.listKeys);
    expect(await measure(work('create'))).toEqual(CAPACITY.createKey);
    expect(await measure(work('roll'))).toEqual(CAPACITY.rollKey);
    expect(await measure(work('revoke'))).toEqual(CAPACITY.revokeKey);

    for (let keys = 3; keys < 20; keys += 1) await call('create', own, { body });
    const writes = { ...CAPACITY.createKey.writes, accounts: 6 };
    expect(await measure(work('create'))).toEqual({ ...CAPACITY.createKey, writes });
    expect(await measure(work('list'))).toEqual(reads(1));
  });
});

describe('events', () => {
  test.each([
    ['the first', 0n, 20, 20, CAPACITY['listEvents, 20']],
    ['those deep in the log', BigInt(deep), 100, 100, CAPACITY['listEvents, 100']],
    ['nothing new', BigInt(COUNT), 100, 0, CAPACITY['listEvents, none']],
    ['latest', 'latest', 20, 0, CAPACITY['listEvents, latest']],
  ] as const)(
    'a page of %s, after %s at most %i',
    async (_what, after, limit, events, expected) => {
      const list = buildListEvents(engine.client, engine.tables);
      const read = async () =>
        expect((await list({ log: 'pets', after, limit })).events).toHaveLength(events);
      expect(await measure(read)).toEqual(expected);
    },
  );

  /** Changes as they come: no two pets have one name. */
  const changesOf = (count: number, second: string) =>
    Array.from({ length: count }, (_, nth) => {
      const { happening, ...rest } = petUpdate(1000 + nth, nth);
      const data = { ...happening.data, name: `Rex ${randomBase62(8)}` };
      const createdAt = `2026-11-23T08:00:${second}.000Z`;
      return { ...rest, mark: randomBase62(20), happening: { ...happening, data, createdAt } };
    });

  test.each([
    [1, CAPACITY['recordEvents, of 1 change']],
    [10, CAPACITY['recordEvents, of 10 changes']],
    [98, CAPACITY['recordEvents, of 98 changes']],
    [100, CAPACITY['recordEvents, of 100 changes']],
  ])('recording %i changes of one second', async (changes, expected) => {
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts half a unit.
    await webhookStorage(engine).create();
    const append = buildAppend(engine.client, engine.tables);
    const batch = changesOf(changes, String(changes).slice(-2));
    expect(await measure(() => append('pets', batch))).toEqual(expected);
  });
});

describe('webhooks', () => {
  let now = Date.now();
  const clock = () => new Date(now);

  const open = () => {
    const { client, tables } = engine;
    const store = buildDeliveryStore(client, tables, clock);
    const list = buildListEvents(client, tables);
    const deliver = buildDeliver({ store, list, clock, send: async () => ({ status: 200 }) });
    const wakes = buildWakeStore(client, tables, { clock });
    const start = deliverWebhookHandler(deliver);
    const waker = buildWaker(wakes, (webhooks) => start({ webhooks }), clock);
    return { deliver, waker };
  };

  /** An idle webhook about the orders of a new account, and then so many events. */
  const createIdle = async (events: number) => {
    const { client, tables } = engine;
    const webhook = await webhookStorage(engine).createOpen({ about: 'orders' });
    now = Date.now() + 300_000;
    await open().deliver(webhook);
    const log = logName('orders', webhook.accountId);
    const changes = Array.from({ length: events }, (_, nth) => {
      const { happening, ...rest } = petUpdate(7, nth, log);
      return { ...rest, happening: { ...happening, data: { ...happening.data, name: NAME } } };
    });
    await buildAppend(client, tables)(log, changes);
    return log;
  };

  /** One write each for the wake, the claim, the result and the rest. The account is read together with the webhook, twice. */
  test.each([
    [1, 7.5],
    [100, 7.5],
  ])(
    'a wake and a delivery of %i events, and the look that finds nothing more',
    async (events, readUnits) => {
      const log = await createIdle(events);
      expect(await measure(() => open().waker.wakeLogs([log]))).toEqual({
        ...writes(10, { webhooks: 4, 'webhooks.byDue': 2 }),
        requests: 12,
        readUnits,
      });
    },
  );

  /**
   * A unit for the log of each, at most one for each slice, of 2 KB or so, and half a unit to find that none is due. In tables
   * of its own: the tests before left some due.
   */
  test('the sweeps of an hour, with 200 at rest', async () => {
    const count = 200;
    const alone = await openEngine();
    await webhookStorage(alone).putAtRest(count);
    const { measure: measureAlone } = openMeter(alone);
    const wakes = buildWakeStore(alone.client, alone.tables, { clock });
    const sweeper = buildWaker(wakes, async () => {}, clock);
    const { readUnits, writes } = await measureAlone(async () => {
      for (let minute = 0; minute < 60; minute += 1) {
        now += 60_000;
        await sweeper.sweep(clock());
      }
    });
    await alone.close();
    expect(writes).toEqual({});
    expect(readUnits).toBeGreaterThan(count);
    expect(readUnits).toBeLessThanOrEqual(count + 90);
  });
});
