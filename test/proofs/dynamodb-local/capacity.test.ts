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
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { openOperations } from '../../support/account-operations.ts';
import { CAPACITY, CHANGES, LARGEST_PAGES, reads, WITH_KEY } from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { setCounter } from '../../support/set-counter.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { change, OWNER, petCreator } from '../../support/stored-pets.ts';
import { issueTestKey, openTestStage } from '../../support/test-stage.ts';
import { CATEGORIES, deletePets, fillPets, NAME, RARE } from './fill-pets.ts';
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
describe.each([1_000, 20_000])('DynamoDB Local reports, with %i pets in the table', (pets) => {
  beforeAll(() => open(pets), 240_000);
  afterAll(() => engine.close());

  const deep = pets - 700;
  const usual = { status: 'available' } as const;
  const rare = { status: 'sold' } as const;
  const half = { categoryId: CATEGORIES.half };
  const hundredth = { categoryId: CATEGORIES.hundredth };
  /** At 1,000 pets too few for a page. */
  const fewAtFirst = (name: 'list20OfCategory' | 'list100OfCategory') =>
    pets < 10_000 ? reads(0.5) : CAPACITY[name];

  test.each([
    ['the first', 0, 20, {}, CAPACITY.list20],
    ['those deep in the table', deep, 20, {}, CAPACITY.list20],
    ['the first', 0, 100, {}, CAPACITY.list100],
    ['those deep in the table', deep, 100, {}, CAPACITY.list100],
    ['the last one', pets - 1, 20, {}, reads(1)],
    ['a usual status', 0, 20, usual, CAPACITY.list20OfStatus],
    ['a usual status, deep', deep, 100, usual, CAPACITY.list100OfStatus],
    ['a rare status', 0, 20, rare, CAPACITY.list20OfStatus],
    ['the last 5 of a rare status', 20 * (pets / RARE), 20, rare, reads(0.5)],
    ['half of all', 0, 20, half, CAPACITY.list20OfCategory],
    ['half of all, of a status', 0, 20, { ...half, ...usual }, CAPACITY.list20OfCategory],
    ['half of all', 0, 100, half, CAPACITY.list100OfCategory],
    ['half of all, deep', deep, 100, { ...half, ...usual }, CAPACITY.list100OfCategory],
    ['half of all, of a rare status', 0, 100, { ...half, ...rare }, reads(1)],
    ['a hundredth', 0, 20, { ...hundredth, ...usual }, fewAtFirst('list20OfCategory')],
    ['a hundredth', 0, 100, hundredth, fewAtFirst('list100OfCategory')],
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts half a unit.
    ['none', 0, 100, { categoryId: CATEGORIES.none }, reads(0)],
  ])(
    'for a list of %s, after %i at most %i: one trip, and what the design says',
    async (...row) => {
      const [, after, limit, filter, expected] = row;
      expect(await measure(() => list({ after: BigInt(after), limit, ...filter }))).toEqual(
        expected,
      );
    },
  );

  test.each([
    ['of all, 6', {}, pets, 6],
    ['of a category, 3', half, pets / 2, 3],
  ])(
    'for a walk through pages of 100 %s units each, each pet once',
    async (...row) => {
      const [, filter, count, each] = row;
      const ids: bigint[] = [];
      const walk = async () => {
        for (let after: bigint | undefined = 0n; after !== undefined; ) {
          const page = await list({ after, limit: 100, ...filter });
          ids.push(...page.items.map(({ id }) => id));
          after = page.next;
        }
      };
      const pages = count / 100;
      const { readUnits, ...rest } = await measure(walk);
      expect({ ...rest, readUnits: each * pages }).toEqual(reads(each * pages, pages));
      // The last page of a category reads one pet less.
      expect(each * pages - readUnits).toBeLessThanOrEqual(0.5);
      expect(new Set(ids).size).toBe(count);
    },
    240_000,
  );

  test('for getPet one trip and one unit, also where there is none', async () => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    for (const id of [1, pets / 2, pets]) {
      expect(await measure(() => get(BigInt(id)))).toEqual(CAPACITY.getPet);
    }
    const missing = () =>
      expect(get(BigInt(pets + 500))).rejects.toMatchObject({ code: 'pet_not_found' });
    expect(await measure(missing)).toEqual(CAPACITY.getPet);
  });

  test.each([
    [1, CAPACITY.list1ById],
    [20, CAPACITY.list20ByIds],
    [100, CAPACITY.list100ByIds],
  ])('for %i pets by ids one trip, and a unit for each', async (count, expected) => {
    const find = buildFindPets(engine.client, engine.tables.pets);
    const step = BigInt(pets / count);
    const ids = Array.from({ length: count }, (_, index) => BigInt(index) * step + 1n);
    const findAll = async () => expect(await find(ids)).toHaveLength(count);
    expect(await measure(findAll)).toEqual(expected);
  });

  test('for createPet two round trips and five units, and the same trips with an idempotency key', async () => {
    const pet = { name: NAME, categoryId: 1n, status: 'pending', accountId: OWNER } as const;
    const create = buildCreatePet(engine.client, engine.tables);
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
    const idempotency = { accountId: OWNER, key: 'one' };
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.createPet.first);
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.createPet.again);
    const reused = () =>
      expect(create({ ...pet, name: 'Tom' }, idempotency)).rejects.toMatchObject({
        code: 'idempotency_key_reused',
      });
    expect(await measure(reused)).toEqual(WITH_KEY.createPet.again);
  });

  test('for updatePet one trip and the writes of the indexes, and for one that is refused the table alone', async () => {
    const update = buildUpdatePet(engine.client, engine.tables.pets);
    const id = BigInt(pets / 2 + 1);
    const rename = () => update(id, { name: `${NAME}!` }, change());
    expect(await measure(rename)).toEqual(CAPACITY.updatePet);
    const move = () => update(id, { categoryId: 8n }, change());
    expect(await measure(move)).toEqual(CHANGES['updatePet, of its categoryId']);
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

  test('for a page where most ids are missing: what it costs where none is', async () => {
    const FAR = 8_000_000;
    const far = 2_000;
    await fillPets(engine, far, FAR);
    const before = BigInt(pets - 10);
    expect(await measure(() => list({ after: before, limit: 20 }))).toEqual(CAPACITY.list20);
    await deletePets(engine, FAR, far, (nth) => nth % 50 !== 0);
    const page = { after: BigInt(FAR), limit: 20 };
    expect(await measure(() => list(page))).toEqual(CAPACITY.list20);
    expect(await measure(() => list({ ...page, ...usual }))).toEqual(CAPACITY.list20OfStatus);
  }, 240_000);
});

// A strongly consistent read of up to 4 KB is a unit, an eventually consistent one half a unit.
describe('DynamoDB Local reports', () => {
  beforeAll(() => open(0));
  afterAll(() => engine.close());

  test('for a category one write, and for reads of them one unit', async () => {
    const { client, tables } = engine;
    const put = buildPutCategory(client, tables.categories);
    const how = { accountId: OWNER, expected: { kind: 'either' } } as const;
    for (const name of [NAME, 'Dogs']) {
      expect(await measure(() => put(7n, { name }, how))).toEqual(CHANGES.putCategory);
    }
    const get = buildGetCategory(client, tables.categories);
    expect(await measure(() => get(7n))).toEqual(CAPACITY.getCategory);
    const listed = buildListCategories(client, tables.categories);
    expect(await measure(() => listed({ after: 0n, limit: 20 }))).toEqual(CAPACITY.listCategories);
    const remove = buildDeleteCategory(client, tables.categories);
    expect(await measure(() => remove(7n, change()))).toEqual(CHANGES.deleteCategory);
  });

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
