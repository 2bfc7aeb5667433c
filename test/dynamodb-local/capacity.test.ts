import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CAPACITY, type Capacity } from '../../infra/cost/capacity.ts';
import { buildRecordUse } from '../../lib/accounts/record-use.ts';
import { buildCounter } from '../../lib/counter.ts';
import { buildCreateOnce } from '../../lib/idempotency/create-once.ts';
import { buildSettle } from '../../lib/idempotency/settle.ts';
import { buildMessageCreation } from '../../lib/messages/create-message.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { buildGetPet } from '../../lib/pets/get-pet.ts';
import { buildListPets, type PageRequest } from '../../lib/pets/list-pets.ts';
import { Pet, PetNotFoundError } from '../../lib/pets/pet.ts';
import { createWith } from '../support/create.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';
import { fillPets, NAME, RARE } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let measure: Meter;
const open = async (pets: number) => {
  engine = await openEngine();
  await fillPets(engine, pets);
  measure = openMeter(engine.client);
};
const petIds = () => buildCounter(engine.client, engine.tables.counters, 'pets');
const petCreation = () => buildPetCreation(engine.client, engine.tables.pets, petIds());
const list = (page: PageRequest) =>
  buildListPets(engine.client, engine.tables.pets, petIds())(page);

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
    // The end of the first range, the beginning of the next one, and the counter: a unit each.
    ['9 that end with a range of ids', { after: pets - 10, limit: 9 }, reads(3, 2, 3)],
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts a unit.
    ['the last one', { after: pets - 1, limit: 20 }, reads(2, 2, 3)],
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

  test('for a walk through all pages of 100, each pet once, the same for every thousand pets', async () => {
    const ids: bigint[] = [];
    const walk = async () => {
      for (let more = true; more; ) {
        const page = await list({ after: ids.at(-1) ?? 0n, limit: 100 });
        ids.push(...page.pets.map(({ id }) => id));
        ({ more } = page);
      }
    };
    const thousands = pets / 1000;
    // Nine pages of 6 units within a range, and one of 8 that leaves it.
    expect(await measure(walk)).toEqual(reads(62 * thousands, 11 * thousands, 12 * thousands));
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

  const pet = { name: NAME, categoryId: 1n, status: 'pending' } as const;

  test('for createPet two trips and three units: counter, pet, index', async () => {
    const create = createWith(petCreation());
    expect(await measure(() => create(pet))).toEqual(CAPACITY.createPet);
  });

  test('for createPet with an idempotency key a trip and a unit more: the record of the key', async () => {
    const { client, tables } = engine;
    const settle = buildSettle(client, tables.idempotencyKeys, 'createPet', Pet);
    const create = buildCreateOnce(petCreation(), settle);
    const idempotency = { accountId: 'acct_0000000000000001', key: 'one' };
    const createOnce = () => create(pet, idempotency);
    const created = { ...CAPACITY.createPet, trips: 3, requests: 3, writeUnits: 4 };
    expect(await measure(createOnce)).toEqual(created);
    // Counter, the record that is refused and then read, and the pet, whose index stays as it is.
    const replayed = { trips: 4, requests: 4, readUnits: 1, writeUnits: 3 };
    expect(await measure(createOnce)).toEqual(replayed);
  });
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
