import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildMessageCreation } from '../../functions/create-message/store.ts';
import { buildPetCreation } from '../../functions/create-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets, type PageRequest } from '../../functions/list-pets/store.ts';
import { CAPACITY, type Capacity, WITH_KEY } from '../../infra/cost/capacity.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { buildCounter } from '../../lib/counter.ts';
import { buildCreateOnce } from '../../lib/idempotency/create-once.ts';
import { IdempotencyKeyReusedError } from '../../lib/idempotency/idempotency-key.ts';
import { PetNotFoundError } from '../../lib/pets/pet-not-found.ts';
import { PetItem } from '../../lib/pets/stored-pet.ts';
import { createWith } from '../support/create.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { setCounter } from '../support/set-counter.ts';
import { OWNER } from '../support/stored-pets.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { deletePets, fillPets, NAME, RARE } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let measure: Meter;
const open = async (pets: number) => {
  engine = await openEngine();
  await fillPets(engine, pets);
  measure = openMeter(engine.client);
};
const petCreation = () => {
  const { client, tables } = engine;
  return buildPetCreation(client, tables.pets, buildCounter(client, tables.counters, 'pets'));
};
const list = (page: PageRequest) => buildListPets(engine.client, engine.tables.pets)(page);

const reads = (readUnits: number, trips = 1, requests = trips): Capacity => ({
  trips,
  requests,
  readUnits,
  writeUnits: 0,
});

// The same figures at both sizes: what a request costs does not grow with the table.
describe.each([1_000, 100_000])('DynamoDB Local reports, with %i pets in the table', (pets) => {
  beforeAll(() => open(pets), 240_000);
  afterAll(() => engine.close());

  /** The rare pets are this far apart. */
  const RARE_EVERY = pets / RARE;

  test.each<[string, Omit<PageRequest, 'after'> & { after: number }, Capacity]>([
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
  });

  test.each([1, pets / 2, pets])('for getPet of %i one trip and one unit', async (id) => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    expect(await measure(() => get(BigInt(id)))).toEqual(CAPACITY.getPet);
  });

  test('for getPet of a pet that is not there one trip and one unit', async () => {
    const get = buildGetPet(engine.client, engine.tables.pets);
    const missing = () => expect(get(BigInt(pets + 500))).rejects.toThrow(PetNotFoundError);
    expect(await measure(missing)).toEqual(CAPACITY.getPet);
  });

  const pet = { name: NAME, categoryId: 1n, status: 'pending', accountId: OWNER } as const;

  test('for createPet two trips and three units: counter, pet, index', async () => {
    const create = createWith(petCreation());
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
  });

  test('for createPet with an idempotency key the same trips, and two units for each write of the transaction', async () => {
    const { client, tables } = engine;
    const { idempotencyKeys } = tables;
    const create = buildCreateOnce(client, idempotencyKeys, 'createPet', PetItem, petCreation());
    const idempotency = { accountId: 'acct_0000000000000001', key: 'one' };
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.first);
    expect(await measure(() => create(pet, idempotency))).toEqual(WITH_KEY.again);
    const reused = () =>
      expect(create({ ...pet, name: 'Tom' }, idempotency)).rejects.toThrow(
        IdempotencyKeyReusedError,
      );
    expect(await measure(reused)).toEqual(WITH_KEY.again);
  });
});

describe.each([1_000, 100_000])('with %i pets, a page costs the same, and is full,', (pets) => {
  const FAR = 8_000_000;
  /** The first pets keep their ids; the rest have others than they were filled with. */
  const HALF = pets / 2;

  beforeAll(async () => {
    await open(0);
    await fillPets(engine, HALF, FAR);
    await fillPets(engine, HALF, 2 * FAR + HALF);
    await setCounter(engine, 4 * FAR);
  }, 240_000);
  afterAll(() => engine.close());

  const expectPage = async (page: PageRequest, expected: Capacity, pageOf = page.limit) => {
    const expectFull = async () => {
      expect((await list(page)).items).toHaveLength(pageOf);
    };
    expect(await measure(expectFull)).toEqual(expected);
  };

  test('where eight million ids before all pets are missing', async () => {
    await expectPage({ after: 0n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: 0n, limit: 100 }, CAPACITY.list100);
  });

  test('where eight million ids between two pets of the page are missing', async () => {
    const after = BigInt(FAR + HALF);
    await expectPage({ after: after - 10n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: after - 50n, limit: 100 }, CAPACITY.list100);
  });

  test('where eight million ids after the last pet are missing', async () => {
    const last = BigInt(2 * FAR + 2 * HALF);
    await expectPage({ after: last - 20n, limit: 20 }, CAPACITY.list20);
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts a unit.
    await expectPage({ after: last, limit: 20 }, { ...reads(0), trips: 1, requests: 1 }, 0);
  });

  test('where 99 of 100 pets were deleted one by one', async () => {
    await deletePets(engine, 2 * FAR + HALF, HALF, (nth) => nth % 100 !== 0);
    const after = BigInt(2 * FAR + HALF);
    // As many as there are at 1,000 pets in all.
    await expectPage({ after, limit: 4 }, reads(1));
    if (HALF < 10_000) return;
    await expectPage({ after, limit: 20 }, CAPACITY.list20);
    await expectPage({ after, limit: 100 }, CAPACITY.list100);
    await expectPage({ after, limit: 20, status: 'available' }, CAPACITY.list20OfStatus);
  });

  test('where all pets before it were deleted in a row', async () => {
    await fillPets(engine, pets, 3 * FAR);
    await deletePets(engine, FAR, HALF, () => true);
    await deletePets(engine, 2 * FAR + HALF, HALF, () => true);
    await expectPage({ after: 0n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: 0n, limit: 100 }, CAPACITY.list100);
    await expectPage({ after: 0n, limit: 20, status: 'available' }, CAPACITY.list20OfStatus);
  }, 240_000);
});

// A strongly consistent read of up to 4 KB is a unit, an eventually consistent one half a unit.
describe('DynamoDB Local reports', () => {
  beforeAll(() => open(0));
  afterAll(() => engine.close());

  test('for createMessage one trip and one unit', async () => {
    const create = createWith(buildMessageCreation(engine.client, engine.tables.messages));
    const message = { message: NAME };
    expect(await measure(() => create(message))).toEqual(CAPACITY.createMessage);
  });

  test('for the authorizer one strongly consistent read, and a write once an hour', async () => {
    const stage = openTestStage(engine);
    const { apiKey, key } = await issueTestKey(stage);
    expect(await measure(() => stage.find(apiKey))).toEqual(CAPACITY.authorizer);
    const recordUse = buildRecordUse(engine.client, engine.tables.apiKeys);
    const now = new Date();
    expect(await measure(() => recordUse(key, now))).toEqual({ ...reads(0, 1), writeUnits: 1 });
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
});
