import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { buildCreatePet, type OwnedNewPet } from '../../functions/create-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets, type PetsPageRequest } from '../../functions/list-pets/store.ts';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { buildTakeId, type TakeId } from '../../lib/storage/take-id.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { faultyClient } from '../support/faulty-client.ts';
import { type FaultyEngine, startFaultyEngine } from '../support/faulty-engine.ts';
import { OWNER } from '../support/stored-pets.ts';

let engine: TestEngine;
let store: ReturnType<typeof openStore>;
const rex: OwnedNewPet = {
  name: 'Rex',
  categoryId: 7n,
  status: 'available',
  accountId: OWNER,
};
const revision = expect.stringMatching(/^[\w-]{16}$/);

const openStore = ({ client, tables }: TestEngine, takeId?: TakeId) => ({
  create: async (input: OwnedNewPet) => (await buildCreatePet(client, tables, takeId)(input)).item,
  get: buildGetPet(client, tables.pets),
  list: buildListPets(client, tables.pets),
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

const walk = async (request: Omit<PetsPageRequest, 'after'>): Promise<Pet[][]> => {
  const pages: Pet[][] = [];
  let after = 0n;
  for (;;) {
    const page = await store.list({ ...request, after });
    pages.push([...page.items]);
    if (page.next === undefined) return pages;
    after = page.next;
  }
};

describe('creating a pet', () => {
  test('gives it the next id, and it can be got at once', async () => {
    const first = await store.create(rex);
    const second = await store.create({ ...rex, status: 'sold' });
    expect(second).toEqual({ ...rex, status: 'sold', id: first.id + 1n, revision });
    expect(await store.get(first.id)).toEqual({ ...rex, id: first.id, revision });
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
    expect(await store.get(pet.id)).toEqual({ ...rex, ...change, id: pet.id, revision });
  });

  test('a hundred times at once gives a hundred ids', async () => {
    const pets = await Promise.all(Array.from({ length: 100 }, () => store.create(rex)));
    expect(new Set(pets.map(({ id }) => id)).size).toBe(100);
  });

  test('never overwrites another pet, even if the counter is set back', async () => {
    const pet = await store.create(rex);
    const stale = openStore(engine, async () => pet.id);
    await expect(stale.create({ ...rex, name: 'Impostor' })).rejects.toThrow(/is taken/);
    expect(await store.get(pet.id)).toEqual(pet);
  });

  test('never takes an equal pet for its own, even if the counter is set back', async () => {
    const pet = await store.create(rex);
    const stale = openStore(engine, async () => pet.id);
    await expect(stale.create(rex)).rejects.toThrow(/is taken/);
  });
});

describe('creating a pet whose first answer was lost', () => {
  let faulty: FaultyEngine;

  beforeAll(async () => {
    faulty = await startFaultyEngine(engine.endpoint);
  });
  afterAll(() => faulty.close());

  /** Loses the answer to the first put of a pet; does something in between; lets the second pass. */
  const createWithLoss = async (between: (id: bigint) => Promise<unknown>) => {
    const client = await faultyClient(engine, faulty);
    const takeId = buildTakeId(engine.client, engine.tables.counters, 'pets');
    const id = Promise.withResolvers<bigint>();
    const puts: Promise<unknown>[] = [];
    faulty.choose(() => {
      if (puts.length > 0) return 'none';
      puts.push(id.promise);
      return 'lost-reset';
    });
    client.middlewareStack.add(
      (next) => async (args) => {
        if (puts.length > 0) await between(await id.promise);
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const takeAndTell = async () => {
      const taken = await takeId();
      id.resolve(taken);
      return taken;
    };
    return openStore({ ...engine, client }, takeAndTell).create(rex);
  };

  test('gives the pet, once', async () => {
    const pet = await createWithLoss(async () => {});
    expect(await store.get(pet.id)).toEqual(pet);
  });

  test('leaves a change alone that was made in between', async () => {
    const pet = await createWithLoss((id) =>
      engine.client.send(
        new UpdateCommand({
          TableName: engine.tables.pets,
          Key: petKey(id),
          UpdateExpression: 'SET #status = :sold',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: { ':sold': 'sold' },
        }),
      ),
    );
    expect(pet).toEqual({ ...rex, id: pet.id, revision });
    expect(await store.get(pet.id)).toEqual({ ...pet, status: 'sold' });
  });
});

describe('getting a pet', () => {
  test.each([0n, -1n, 999_999n, INT64_MAX, INT64_MIN])('%p that is not there fails', async (id) => {
    await expect(store.get(id)).rejects.toMatchObject({ code: 'pet_not_found' });
  });

  test('that is malformed in storage fails instead of answering with something else', async () => {
    await engine.client.send(
      new PutCommand({
        TableName: engine.tables.pets,
        Item: { ...petKey(900_000_001n), name: 7, status: 'lost' },
      }),
    );
    await expect(store.get(900_000_001n)).rejects.toThrow(MalformedItemError);
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
        created.push(toPet(await pets.create({ ...rex, name: `Pet ${index}`, status })));
      }
    };
    await create(30);
    await skipIds(960);
    await create(30);
    await skipIds(8_000_000);
    await create(31);
  });

  test('without any ends at once', async () => {
    const empty = await openEngine();
    const none = openStore(empty);
    expect(await none.list({ after: 0n, limit: 20 })).toEqual({ items: [], next: undefined });
    expect(await none.list({ after: 0n, limit: 20, status: 'sold' })).toEqual({
      items: [],
      next: undefined,
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
