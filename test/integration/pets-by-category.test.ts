import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Filters } from '../../functions/list-pets/store.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { statusId } from '../../lib/pets/status-index.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { beginWithin } from '../support/begin-within.ts';
import { openEngine } from '../support/engine.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, petStore } from '../support/stored-pets.ts';

const engine = await openEngine();
afterAll(() => engine.close());

const { create, list, update, remove } = petStore(engine);
const orders = orderStore(engine);

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

test.each([INT64_MIN, 4711n, INT64_MAX])(
  'the category %p is listed in full pages, and ends after every id',
  async (categoryId) => {
    const pets: Pet[] = [];
    for (let n = 0; n < 8; n += 1) pets.push(toPet(await create({ categoryId })));
    for (const limit of [1, 3, 8]) expect(await walk(limit, { categoryId })).toEqual(pets);
    for (const status of [undefined, ...STATUSES]) {
      const page = await list({ after: INT64_MAX, limit: 20, categoryId, status });
      expect(page).toEqual({ items: [], next: undefined });
    }
  },
);

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
        const { Items = [] } = await engine.client.send(
          new ScanCommand({ TableName: engine.tables.pets, ConsistentRead: true }),
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
