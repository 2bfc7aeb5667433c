import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildCounter, type Counter } from '../../lib/counter.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/int64.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { buildGetPet } from '../../lib/pets/get-pet.ts';
import { buildListPets, type PageRequest } from '../../lib/pets/list-pets.ts';
import { type NewPet, type Pet, PetNotFoundError } from '../../lib/pets/pet.ts';
import { createWith } from '../support/create.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';

let engine: TestEngine;
let store: ReturnType<typeof openStore>;
const rex: NewPet = { name: 'Rex', categoryId: 7n, status: 'available' };

const openStore = (
  { client, tables }: TestEngine,
  ids: Counter = buildCounter(client, tables.counters, 'pets'),
) => ({
  create: createWith(buildPetCreation(client, tables.pets, ids)),
  get: buildGetPet(client, tables.pets),
  list: buildListPets(client, tables.pets, ids),
});

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());
beforeEach(() => {
  store = openStore(engine);
});

/** Moves the counter, as creates that failed after they had their id do. */
const skipIds = (count: number) =>
  engine.client.send(
    new UpdateCommand({
      TableName: engine.tables.counters,
      Key: { name: 'pets' },
      UpdateExpression: 'ADD #value :count',
      ExpressionAttributeNames: { '#value': 'value' },
      ExpressionAttributeValues: { ':count': count },
    }),
  );

const walk = async (request: Omit<PageRequest, 'after'>): Promise<Pet[][]> => {
  const pages: Pet[][] = [];
  let after = 0n;
  for (;;) {
    const page = await store.list({ ...request, after });
    pages.push([...page.pets]);
    if (!page.more) return pages;
    after = page.pets.at(-1)?.id ?? after;
  }
};

describe('creating a pet', () => {
  test('gives it the next id, and it can be got at once', async () => {
    const first = await store.create(rex);
    const second = await store.create({ ...rex, status: 'sold' });
    expect(second).toEqual({ ...rex, status: 'sold', id: first.id + 1n });
    expect(await store.get(first.id)).toEqual({ ...rex, id: first.id });
    expect(await store.get(second.id)).toEqual(second);
  });

  test.each([
    ['the smallest int64', { categoryId: INT64_MIN }],
    ['the largest int64', { categoryId: INT64_MAX }],
    ['a number that a double cannot hold', { categoryId: 9007199254740993n }],
    ['a name of 256 code points', { name: '\u{1F436}'.repeat(256) }],
    ['control characters and both normal forms', { name: '\u0000\u001f e\u0301 \u00e9 \u202e' }],
  ])('keeps %s exactly', async (_what, change) => {
    const pet = await store.create({ ...rex, ...change });
    expect(await store.get(pet.id)).toEqual({ ...rex, ...change, id: pet.id });
  });

  test('a hundred times at once gives a hundred ids', async () => {
    const pets = await Promise.all(Array.from({ length: 100 }, () => store.create(rex)));
    expect(new Set(pets.map(({ id }) => id)).size).toBe(100);
  });

  test('never overwrites another pet, even if the counter falls behind', async () => {
    const pet = await store.create(rex);
    const stale = openStore(engine, {
      next: async () => pet.id,
      current: async () => pet.id,
    });
    await expect(stale.create({ ...rex, name: 'Impostor' })).rejects.toThrow(/is taken/);
    expect(await store.get(pet.id)).toEqual(pet);
  });

  test('passes when the SDK sends a put again whose answer was lost', async () => {
    const pet = await store.create(rex);
    const again = openStore(engine, {
      next: async () => pet.id,
      current: async () => pet.id,
    });
    expect(await again.create(rex)).toEqual(pet);
  });
});

describe('getting a pet', () => {
  test.each([0n, -1n, 999_999n, INT64_MAX, INT64_MIN])('%p that is not there fails', async (id) => {
    await expect(store.get(id)).rejects.toThrow(PetNotFoundError);
  });

  test('that is malformed in storage fails instead of answering with something else', async () => {
    await engine.client.send(
      new PutCommand({
        TableName: engine.tables.pets,
        Item: { idRange: 900_000, id: 900_000_001, name: 7, status: 'lost' },
      }),
    );
    await expect(store.get(900_000_001n)).rejects.not.toThrow(PetNotFoundError);
  });
});

describe('listing pets', () => {
  const created: Pet[] = [];
  const statuses = ['available', 'pending', 'sold'] as const;

  beforeAll(async () => {
    await engine.close();
    engine = await openEngine();
    const pets = openStore(engine);
    const create = async (count: number) => {
      for (let index = 0; index < count; index += 1) {
        const status = statuses[index % 3] ?? 'available';
        created.push(await pets.create({ ...rex, name: `Pet ${index}`, status }));
      }
    };
    await create(30);
    await skipIds(960); // the next pet ends the first range of ids
    await create(30);
    await skipIds(3000); // whole ranges without a pet
    await create(31);
  });

  test('without any ends at once', async () => {
    const empty = await openEngine();
    const none = openStore(empty);
    expect(await none.list({ after: 0n, limit: 20 })).toEqual({ pets: [], more: false });
    expect(await none.list({ after: 0n, limit: 20, status: 'sold' })).toEqual({
      pets: [],
      more: false,
    });
    await empty.close();
  });

  test.each([1, 7, 20, 30, 91, 100])(
    'in pages of %p gives every one once, in order, across gaps, every page but the last full',
    async (limit) => {
      const pages = await walk({ limit });
      expect(pages.flat()).toEqual(created);
      for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
      expect(pages.at(-1)?.length).toBeGreaterThan(0);
    },
  );

  test.each(statuses)('of status %s gives those and no others, in full pages', async (status) => {
    const pages = await walk({ limit: 8, status });
    expect(pages.flat()).toEqual(created.filter((pet) => pet.status === status));
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(8);
  });
});
