import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildCreateMessage } from '../../../functions/create-message/store.ts';
import { buildCreatePet } from '../../../functions/create-pet/store.ts';
import { buildDeleteCategory } from '../../../functions/delete-category/store.ts';
import { buildDeletePet } from '../../../functions/delete-pet/store.ts';
import { buildGetCategory } from '../../../functions/get-category/store.ts';
import { buildGetPet } from '../../../functions/get-pet/store.ts';
import { buildListCategories } from '../../../functions/list-categories/store.ts';
import { buildFindPets } from '../../../functions/list-pets/find-pets.ts';
import { buildListPets, type PetsPageRequest } from '../../../functions/list-pets/store.ts';
import { buildPutCategory } from '../../../functions/put-category/store.ts';
import { buildUpdatePet } from '../../../functions/update-pet/store.ts';
import { issueKey } from '../../../infra/operator/issue-key.ts';
import { buildRecordUse } from '../../../lib/accounts/record-last-use.ts';
import { IdempotencyKeyReusedError } from '../../../lib/idempotency/idempotency-key.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { openOperations } from '../../support/account-operations.ts';
import {
  CAPACITY,
  type Capacity,
  CHANGES,
  LARGEST_PAGES,
  reads,
  WITH_KEY,
} from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { setCounter } from '../../support/set-counter.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNER, petCreator, STRANGER } from '../../support/stored-pets.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';
import { CATEGORIES, fillPets, NAME, RARE } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let measure: Meter;
const open = async (pets: number) => {
  engine = await openEngine();
  await fillPets(engine, pets);
  measure = openMeter(engine);
};
const list = (page: PetsPageRequest) => buildListPets(engine.client, engine.tables.pets)(page);

// The same figures at both sizes: what a request costs does not grow with the table.
describe.each([1_000, 100_000])('DynamoDB Local reports, with %i pets in the table', (pets) => {
  beforeAll(() => open(pets), 240_000);
  afterAll(() => engine.close());

  /** The rare pets are this far apart. */
  const RARE_EVERY = pets / RARE;

  test.each<[string, Omit<PetsPageRequest, 'after'> & { after: number }, Capacity]>([
    ['the first 20', { after: 0, limit: 20 }, CAPACITY.list20],
    ['20 deep in the table', { after: pets - 700, limit: 20 }, CAPACITY.list20],
    ['the first 100', { after: 0, limit: 100 }, CAPACITY.list100],
    ['100 deep in the table', { after: pets - 700, limit: 100 }, CAPACITY.list100],
    ['the last one', { after: pets - 1, limit: 20 }, reads(1)],
    [
      'the first 20 of a usual status',
      { after: 0, limit: 20, status: 'available' },
      CAPACITY.list20OfStatus,
    ],
    [
      '100 of a usual status, deep in the table',
      { after: pets - 700, limit: 100, status: 'available' },
      CAPACITY.list100OfStatus,
    ],
    ['20 of a rare status', { after: 0, limit: 20, status: 'sold' }, CAPACITY.list20OfStatus],
    [
      'the last 5 of a rare status',
      { after: 20 * RARE_EVERY, limit: 20, status: 'sold' },
      reads(0.5),
    ],
  ])('for a list of %s: what the design says', async (_what, { after, ...page }, expected) => {
    expect(await measure(() => list({ after: BigInt(after), ...page }))).toEqual(expected);
  });

  /** Pets of the category that one in a hundred has: at 1,000 pets too few for a page. */
  const hundredth = (full: Capacity) => (pets < 10_000 ? reads(0.5) : full);

  test.each<[string, Omit<PetsPageRequest, 'after'> & { after: number }, Capacity]>([
    [
      '20 of half of all',
      { after: 0, limit: 20, categoryId: CATEGORIES.half },
      CAPACITY.list20OfCategory,
    ],
    [
      '100 of half of all',
      { after: 0, limit: 100, categoryId: CATEGORIES.half },
      CAPACITY.list100OfCategory,
    ],
    [
      '100 of half of all, deep',
      { after: pets - 700, limit: 100, categoryId: CATEGORIES.half },
      CAPACITY.list100OfCategory,
    ],
    [
      '20 of a hundredth',
      { after: 0, limit: 20, categoryId: CATEGORIES.hundredth },
      hundredth(CAPACITY.list20OfCategory),
    ],
    [
      '100 of a hundredth',
      { after: 0, limit: 100, categoryId: CATEGORIES.hundredth },
      hundredth(CAPACITY.list100OfCategory),
    ],
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts half a unit.
    ['100 of none', { after: 0, limit: 100, categoryId: CATEGORIES.none }, reads(0)],
  ])(
    'for a list by category, %s: one trip, with a status too',
    async (_what, { after, ...page }, expected) => {
      for (const status of [undefined, 'available'] as const) {
        expect(await measure(() => list({ after: BigInt(after), ...page, status }))).toEqual(
          expected,
        );
      }
    },
  );

  test('for 25 pets of the rare status of a category one trip and one unit', async () => {
    const page = { after: 0n, limit: 100, categoryId: CATEGORIES.half, status: 'sold' } as const;
    expect(await measure(() => list(page))).toEqual(reads(1));
  });

  test('for a walk through all pages of a category, each pet once, 3 units each', async () => {
    let seen = 0;
    const walk = async () => {
      for (let after: bigint | undefined = 0n; after !== undefined; ) {
        const page = await list({ after, limit: 100, categoryId: CATEGORIES.half });
        seen += page.items.length;
        after = page.next;
      }
    };
    const pages = pets / 200;
    const { readUnits, ...rest } = await measure(walk);
    expect(rest).toEqual({ roundTrips: pages, requests: pages, writes: {}, transacted: {} });
    // The last page reads one pet less.
    expect(3 * pages - readUnits).toBeLessThanOrEqual(0.5);
    expect(seen).toBe(pets / 2);
  }, 240_000);

  test('for a walk through all pages of 100, each pet once, 6 units each', async () => {
    const ids: bigint[] = [];
    const walk = async () => {
      for (let after: bigint | undefined = 0n; after !== undefined; ) {
        const page = await list({ after, limit: 100 });
        ids.push(...page.items.map(({ id }) => id));
        after = page.next;
      }
    };
    const pages = pets / 100;
    expect(await measure(walk)).toEqual(reads(6 * pages, pages));
    expect(ids).toHaveLength(pets);
    expect(ids.findIndex((id, index) => id !== BigInt(index + 1))).toBe(-1);
  }, 240_000);

  test.each([1, pets / 2, pets])('for getPet of %i one trip and one unit', async (id) => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    expect(await measure(() => get(BigInt(id)))).toEqual(CAPACITY.getPet);
  });

  test('for getPet of a pet that is not there one trip and one unit', async () => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    const missing = () =>
      expect(get(BigInt(pets + 500))).rejects.toMatchObject({ code: 'pet_not_found' });
    expect(await measure(missing)).toEqual(CAPACITY.getPet);
  });

  const pet = { name: NAME, categoryId: 1n, status: 'pending', accountId: OWNER } as const;

  test.each([
    ['one pet', 1, CAPACITY.list1ById],
    ['20 pets', 20, CAPACITY.list20ByIds],
    ['100 pets', 100, CAPACITY.list100ByIds],
  ])('for %s by ids one trip, and a unit for each', async (_what, count, expected) => {
    const find = buildFindPets(engine.client, engine.tables.pets);
    const step = BigInt(pets / count);
    const ids = Array.from({ length: count }, (_, index) => BigInt(index) * step + 1n);
    const findAll = async () => expect(await find(ids)).toHaveLength(count);
    expect(await measure(findAll)).toEqual(expected);
  });

  test('for createPet two round trips and five units: counter, pet, three indexes', async () => {
    const create = buildCreatePet(engine.client, engine.tables);
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
  });

  test('for createPet with an idempotency key the same round trips, in one transaction', async () => {
    const create = buildCreatePet(engine.client, engine.tables);
    const idempotency = { accountId: 'acct_0000000000000001', key: 'one' };
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.createPet.first);
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.createPet.again);
    const reused = () =>
      expect(create({ ...pet, name: 'Tom' }, idempotency)).rejects.toThrow(
        IdempotencyKeyReusedError,
      );
    expect(await measure(reused)).toEqual(WITH_KEY.createPet.again);
  });

  test('for updatePet one trip and the writes of the indexes, and for one that is refused the table alone', async () => {
    const update = buildUpdatePet(engine.client, engine.tables.pets);
    const id = BigInt(pets / 2 + 1);
    const rename = () => update(id, { name: `${NAME}!` }, change());
    expect(await measure(rename)).toEqual(CAPACITY.updatePet);
    const { revision } = await update(id, {}, change());
    const sell = () => update(id, { status: 'sold' }, change(revision));
    expect(await measure(sell)).toEqual(CAPACITY.updatePetStatus);
    const outdated = () => expect(sell()).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await measure(outdated)).toEqual({ ...CAPACITY.updatePet, writes: { pets: 1 } });
  });

  test('for deletePet a transaction, and for one that is refused the table alone', async () => {
    const remove = buildDeletePet(engine.client, engine.tables.pets);
    const id = BigInt(pets / 2 + 3);
    expect(await measure(() => remove(id, change()))).toEqual(CAPACITY.deletePet);
    const again = () =>
      expect(remove(id, change())).rejects.toMatchObject({ code: 'pet_not_found' });
    expect(await measure(again)).toEqual({ ...CAPACITY.deletePet, transacted: { pets: 1 } });
  });
});

describe('DynamoDB Local reports for a change', () => {
  beforeAll(() => open(0));
  afterAll(() => engine.close());

  const expectChange = async (work: () => Promise<unknown>, name: keyof typeof CHANGES) => {
    expect([name, await measure(work)]).toEqual([name, CHANGES[name]]);
  };

  test('of a pet, what its indexes cost too', async () => {
    const { client, tables } = engine;
    const update = buildUpdatePet(client, tables.pets);
    const remove = buildDeletePet(client, tables.pets);
    const { id } = await petCreator(engine)({ name: NAME });
    await expectChange(() => update(id, { name: 'Bella' }, change()), 'updatePet, of its name');
    await expectChange(() => update(id, { status: 'sold' }, change()), 'updatePet, of its status');
    await expectChange(
      () => update(id, { categoryId: 8n }, change()),
      'updatePet, of its categoryId',
    );
    await expectChange(() => remove(id, change()), 'deletePet');
  });

  test('by an order, what the indexes of both tables cost too', async () => {
    const orders = orderStore(engine);
    const { id } = await petCreator(engine)({ name: NAME });
    await expectChange(() => orders.place(id, STRANGER), 'placeOrder');
    await expectChange(() => orders.cancel(STRANGER, 1n), 'cancelOrder');
    await expectChange(() => orders.place(id), 'placeOrder, of an own pet');
    await expectChange(() => orders.cancel(OWNER, 2n), 'cancelOrder, of an own pet');
    await orders.place(id, STRANGER);
    await expectChange(() => orders.complete(OWNER, 3n), 'completeOrder');
    const { id: other } = await petCreator(engine)({ name: NAME });
    await orders.place(other);
    await expectChange(() => orders.complete(OWNER, 4n), 'completeOrder, of an own pet');
  });

  test('of a category, and for reads of them', async () => {
    const { client, tables } = engine;
    const put = buildPutCategory(client, tables.categories);
    const how = { accountId: OWNER, expected: { kind: 'either' } } as const;
    await expectChange(() => put(7n, { name: NAME }, how), 'putCategory');
    await expectChange(() => put(7n, { name: 'Dogs' }, how), 'putCategory');
    const get = buildGetCategory(client, tables.categories);
    expect(await measure(() => get(7n))).toEqual(CAPACITY.getCategory);
    const listed = buildListCategories(client, tables.categories);
    expect(await measure(() => listed({ after: 0n, limit: 20 }))).toEqual(CAPACITY.listCategories);
    await expectChange(
      () => buildDeleteCategory(client, tables.categories)(7n, change()),
      'deleteCategory',
    );
  });
});

// A strongly consistent read of up to 4 KB is a unit, an eventually consistent one half a unit.
describe('DynamoDB Local reports', () => {
  beforeAll(() => open(0));
  afterAll(() => engine.close());

  test('for createMessage one trip and one write, and with an idempotency key a transaction', async () => {
    const create = buildCreateMessage(engine.client, engine.tables);
    const message = { message: NAME };
    expect(await measure(() => create(message))).toEqual(CAPACITY.createMessage);
    const idempotency = { accountId: OWNER, key: 'one' };
    expect(await measure(() => create(message, idempotency))).toEqual(WITH_KEY.createMessage.first);
    expect(await measure(() => create(message, idempotency))).toEqual(WITH_KEY.createMessage.again);
  });

  test('for the largest pages what a client with long names has to know', async () => {
    const name = '🐈'.repeat(256);
    const { client, tables } = engine;
    const create = petCreator(engine);
    const orders = orderStore(engine);
    const put = buildPutCategory(client, tables.categories);
    await setCounter(engine, 'pets', 2n ** 53n);
    await setCounter(engine, 'orders', 2n ** 53n);
    for (let id = INT64_MAX - 99n; id <= INT64_MAX; id += 1n) {
      // An order holds each, which its item names.
      await orders.place((await create({ name, categoryId: id })).id);
      await put(id, { name }, { accountId: OWNER, expected: { kind: 'either' } });
    }
    const page = { after: 2n ** 53n, limit: 100 };
    expect(await measure(() => list(page))).toEqual(LARGEST_PAGES.listPets);
    const listCategories = buildListCategories(client, tables.categories);
    expect(await measure(() => listCategories(page))).toEqual(LARGEST_PAGES.listCategories);
  });

  test('for the authorizer one strongly consistent read, and a write once an hour', async () => {
    const stage = openTestStage(engine);
    const { apiKey, key } = await issueTestKey(stage);
    expect(await measure(() => stage.find(apiKey))).toEqual(CAPACITY.authorizer);
    const recordUse = buildRecordUse(engine.client, engine.tables.apiKeys);
    const now = new Date();
    expect(await measure(() => recordUse(key, now))).toEqual({
      ...reads(0),
      writes: { apiKeys: 1, 'apiKeys.byAccount': 1 },
    });
    const used = await stage.find(apiKey);
    if (used === undefined) throw new Error('The key is gone');
    expect(await measure(() => recordUse(used, now))).toEqual(reads(0, 0));
  });

  test('for what operators read of accounts and keys one strongly consistent read', async () => {
    const stage = openTestStage(engine);
    const { accountId } = await stage.accounts.create('Shelter', 'tester');
    await issueTestKey(stage, { accountId });
    expect(await measure(() => stage.accounts.get(accountId))).toEqual(reads(1));
    expect(await measure(() => stage.accounts.list())).toEqual(reads(1));
    expect(await measure(() => stage.keys.list())).toEqual(reads(1));
  });

  test('for the operations of keys an account that is read, and for a change one transaction', async () => {
    const stage = openTestStage(engine);
    const { accountId } = await stage.accounts.create('Shelter', 'tester');
    const { key: own } = await issueKey(stage, { accountId, name: 'first', scope: 'full' });
    const call = openOperations(engine);
    let made = '';
    const expectCall = async (
      operationId: 'createKey' | 'getAccount' | 'listKeys' | 'revokeKey' | 'rollKey',
      ...how: readonly [Parameters<typeof call>[0], Parameters<typeof call>[2]?]
    ) => {
      const work = async () => {
        const { status, body } = await call(how[0], own, how[1]);
        expect(status).toBeLessThan(300);
        made = body.id;
      };
      expect([operationId, await measure(work)]).toEqual([operationId, CAPACITY[operationId]]);
    };
    await expectCall('getAccount', 'get');
    await expectCall('listKeys', 'list');
    await expectCall('createKey', 'create', { body: { name: 'k' } });
    await expectCall('rollKey', 'roll', { id: made });
    await expectCall('revokeKey', 'revoke', { id: made });

    for (let keys = 3; keys < 20; keys += 1) await call('create', own, { body: { name: 'k' } });
    const last = await measure(() => call('create', own, { body: { name: 'k' } }));
    expect(last).toEqual({
      ...CAPACITY.createKey,
      transacted: { ...CAPACITY.createKey.transacted, accounts: 3 },
    });
    expect(await measure(() => call('list', own))).toEqual(reads(1));
  });
});
