import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDeletePet } from '../../functions/delete-pet/store.ts';
import { buildListPets, type Filters, type ListPets } from '../../functions/list-pets/store.ts';
import { buildUpdatePet } from '../../functions/update-pet/store.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { statusId } from '../../lib/pets/status-index.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { beginWithin } from '../support/begin-within.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, petCreator } from '../support/stored-pets.ts';

let engine: TestEngine;
let create: ReturnType<typeof petCreator>;
let list: ListPets;

beforeAll(async () => {
  engine = await openEngine();
  create = petCreator(engine);
  list = buildListPets(engine.client, engine.tables.pets);
});
afterAll(() => engine.close());

const STATUSES: readonly PetStatus[] = ['available', 'pending', 'sold'];

/** Walks all pages, each of which but the last is full. */
const walk = async (limit: number, filters: Filters): Promise<readonly Pet[]> => {
  const seen: Pet[] = [];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page = await list({ after, limit, ...filters });
    if (page.next !== undefined) expect(page.items).toHaveLength(limit);
    seen.push(...page.items);
    after = page.next;
  }
  return seen;
};

const ids = (pets: readonly Pet[]) => pets.map(({ id }) => id);

describe.each([INT64_MIN, -1n, 0n, 9007199254740993n, INT64_MAX])(
  'listing the pets of the category %p',
  (categoryId) => {
    const pets: Pet[] = [];
    beforeAll(async () => {
      for (let n = 0; n < 8; n += 1) {
        const status = STATUSES[(n * 7) % 3] ?? 'sold';
        pets.push(toPet(await create({ categoryId, status, name: `Pet ${n}` })));
        await create({ categoryId: 4710n, status });
      }
    });

    test.each([1, 2, 3, 8, 100])('gives them in order of id, in pages of %i', async (limit) => {
      expect(await walk(limit, { categoryId })).toEqual(pets);
    });

    test.each(STATUSES)('gives those that are %s', async (status) => {
      const expected = pets.filter((pet) => pet.status === status);
      for (const limit of [1, 2, 100]) {
        expect(await walk(limit, { categoryId, status })).toEqual(expected);
      }
    });

    test.each([undefined, ...STATUSES])(
      'with the status %s ends after every id',
      async (status) => {
        const end = { items: [], next: undefined };
        expect(await list({ after: INT64_MAX, limit: 20, categoryId, status })).toEqual(end);
      },
    );
  },
);

test('an unknown category has no pets', async () => {
  for (const status of [undefined, ...STATUSES]) {
    const page = await list({ after: 0n, limit: 20, categoryId: 4711n, status });
    expect(page).toEqual({ items: [], next: undefined });
  }
});

type Step =
  | { readonly kind: 'create'; readonly status: PetStatus; readonly categoryId: bigint }
  | { readonly kind: 'rename' | 'delete' | 'order' | 'complete' | 'cancel'; readonly of: number }
  | { readonly kind: 'status'; readonly of: number; readonly status: PetStatus }
  | { readonly kind: 'move'; readonly of: number; readonly categoryId: bigint };

const status = fc.constantFrom(...STATUSES);
const CATEGORIES = [-7001n, 7002n] as const;
const categoryId = fc.constantFrom(...CATEGORIES);
const of = fc.nat();
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), status, categoryId }),
  fc.record({
    kind: fc.constantFrom('rename', 'delete', 'order', 'complete', 'cancel'),
    of,
  }),
  fc.record({ kind: fc.constant('status' as const), of, status }),
  fc.record({ kind: fc.constant('move' as const), of, categoryId }),
);

test('whatever happens to pets, each is in the lists of its category and status, and in no others', async () => {
  const { client, tables } = engine;
  const update = buildUpdatePet(client, tables.pets);
  const remove = buildDeletePet(client, tables.pets);
  const orders = orderStore(engine);
  const there: bigint[] = [];
  const placed: bigint[] = [];
  const pick = (from: readonly bigint[], at: number) => from[at % from.length] ?? 0n;

  const carryOut = async (each: Step): Promise<unknown> => {
    if (each.kind === 'create') {
      there.push((await create({ status: each.status, categoryId: each.categoryId })).id);
      return;
    }
    const id = pick(there, each.of);
    const order = pick(placed, each.of);
    if (each.kind === 'status') return update(id, { status: each.status }, change());
    if (each.kind === 'move') return update(id, { categoryId: each.categoryId }, change());
    if (each.kind === 'rename') return update(id, { name: 'Bella' }, change());
    if (each.kind === 'delete') return remove(id, change());
    if (each.kind === 'order') return placed.push((await orders.place(id)).id);
    return each.kind === 'complete'
      ? orders.complete(change().accountId, order)
      : orders.cancel(change().accountId, order);
  };

  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
      beginWithin(30_000, async (steps) => {
        for (const each of steps) {
          // Some are refused: the pet is gone, or held, or the order is closed.
          await carryOut(each).catch((error: unknown) => {
            if (!(error instanceof Error && 'code' in error)) throw error;
          });
        }
        const { Items = [] } = await client.send(
          new ScanCommand({ TableName: tables.pets, ConsistentRead: true }),
        );
        const stored = (Items as (Pet & { statusId: { toString: () => string } })[]).sort(
          (one, other) => (one.id < other.id ? -1 : 1),
        );
        for (const pet of stored) expect(pet.statusId.toString()).toBe(`${statusId(pet)}`);
        for (const category of CATEGORIES) {
          const own = stored.filter((pet) => pet.categoryId === category);
          expect(ids(await walk(3, { categoryId: category }))).toEqual(ids(own));
          for (const each of STATUSES) {
            expect(ids(await walk(2, { categoryId: category, status: each }))).toEqual(
              ids(own.filter((pet) => pet.status === each)),
            );
          }
        }
      }),
    ),
    { numRuns: 25 },
  );
});
