import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import type { Filters } from '../../functions/list-pets/store.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { type Pet, PetStatus } from '../../lib/pets/pet.ts';
import { storedPet, toPet } from '../../lib/pets/stored-pet.ts';
import type { Page } from '../../lib/storage/read-page.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openTables } from '../support/open-tables.ts';
import { change, OWNED, petStore, setCounter } from '../support/stored-pets.ts';

/** For a longer search: MODEL_RUNS=500. */
const RUNS = Number(process.env['MODEL_RUNS'] ?? 8);

jest.setTimeout(Math.max(RUNS * 2000, 60_000));

const engine = await openTables();

const { create, list, update, remove } = petStore(engine);
/** Walks begin after this id: every run has its own ids, and the first begins with the list. */
let base = 0n;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

const status = fc.constantFrom(...PetStatus.options);

const CATEGORIES = [INT64_MIN, 0n, 9007199254740993n, INT64_MAX];
const category = fc.constantFrom(...CATEGORIES);

/** From one stored item to the next in a table with holes: mostly the next id, at times far away. */
const gap = fc.oneof(
  { weight: 60, arbitrary: fc.constant(1n) },
  { weight: 3, arbitrary: fc.bigInt({ min: 2n, max: 50n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1000n, max: 8_000_000n }) },
);

const limit = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 100 }));

/** A write at the same time as a page is read, of a pet that was stored. Some are refused. */
const write = fc.record({
  kind: fc.constantFrom('create', 'delete', 'move', 'change', 'rename'),
  of: fc.nat(),
  status,
  categoryId: category,
});

/** How far it is from one stored item to the next, by what the table is like. */
const SHAPES = {
  dense: () => 1n,
  holed: (gap: bigint) => gap,
  sparse: (gap: bigint) => gap + 40n,
  'one shard': () => 2048n,
};

/** What is stored, how it is walked, and what is written at the same time as each page is read. */
const scenario = fc.record({
  shape: fc.constantFrom(...Object.values(SHAPES)),
  items: fc.array(
    fc.record({
      gap,
      status,
      categoryId: category,
      malformed: fc.integer({ min: 0, max: 15 }).map((n) => n === 15),
    }),
    // A transaction takes 100.
    { maxLength: 100, size: 'max' },
  ),
  filters: fc.record({
    status: fc.option(status, { nil: undefined }),
    categoryId: fc.option(category, { nil: undefined }),
  }),
  limits: fc.array(limit, { minLength: 1, maxLength: 4 }),
  writes: fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 8, size: 'max' }),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;
type Write = Scenario['writes'][number][number];

/** Stores items after all that there are, and the counter with the last. Gives the pets among them, and the ids of the others. */
const store = async (items: Scenario['items'], shape: Scenario['shape']) => {
  const { client, tables } = engine;
  let id = base;
  const puts = items.map((item) => {
    id += shape(item.gap);
    const { status, categoryId } = item;
    const pet: Pet = { id, name: `Pet ${id}`, categoryId, status };
    const Item = storedPet({ ...pet, ...OWNED });
    return { ...item, pet, Item: { ...Item, ...(item.malformed && { name: 7 }) } };
  });
  const TransactItems = puts.map(({ Item }) => ({ Put: { TableName: tables.pets, Item } }));
  if (puts.length > 0) await client.send(new TransactWriteCommand({ TransactItems }));
  await setCounter(engine, 'pets', id);
  return {
    there: puts.filter((put) => !put.malformed).map(({ pet }) => pet),
    malformed: puts.filter((put) => put.malformed).map(({ pet }) => pet.id),
  };
};

const isBetween = (after: bigint, next: bigint) => (id: bigint) => id > after && id <= next;

const isRefused = (error: unknown) => {
  if (!(error instanceof RequestError)) throw error;
};

/** All that a pet may have been, with these changes in any order. */
const versionsOf = (pet: Pet, changes: readonly Partial<Pet>[] = []): readonly Pet[] => {
  const statuses = [pet.status, ...changes.flatMap(({ status }) => status ?? [])];
  const categories = [pet.categoryId, ...changes.flatMap(({ categoryId }) => categoryId ?? [])];
  return statuses.flatMap((status) =>
    categories.map((categoryId) => ({ ...pet, status, categoryId })),
  );
};

const listAll = async (filters: Filters): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page: Page<Pet> = await list({ after, limit: 100, ...filters });
    pets.push(...page.items);
    after = page.next;
  }
  return pets;
};

/** Expects that each pet is in the lists of its category and its status, and in no others. */
const expectListed = async () => {
  const all = await listAll({});
  for (const categoryId of [undefined, ...CATEGORIES]) {
    for (const status of [undefined, ...PetStatus.options]) {
      const items = await listAll({ categoryId, status });
      const belongs = (pet: Pet) =>
        (categoryId ?? pet.categoryId) === pet.categoryId && (status ?? pet.status) === pet.status;
      expect(items).toEqual(all.filter(belongs));
    }
  }
};

test('a walk gives what existed throughout once and in order, during creates, changes and deletes, after which each pet is in its lists', async () => {
  // On a busy machine there are fewer runs. fast-check's own limit leaves the last one under way.
  const end = performance.now() + RUNS * 1500;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ shape, items, filters, limits, writes }) => {
      if (performance.now() > end) return;
      const { there, malformed } = await store(items, shape);
      const created: Pet[] = [];
      const deleted = new Set<bigint>();
      const changed = new Map<bigint, Partial<Pet>[]>();
      const note = (pet: Pet, to: Partial<Pet>) =>
        changed.set(pet.id, [...(changed.get(pet.id) ?? []), to]);
      const carryOut = async ({ kind, of, status, categoryId }: Write) => {
        const pet = there[of % there.length];
        if (kind === 'create' || pet === undefined) {
          created.push(toPet(await create({ status, categoryId })));
        } else if (kind === 'delete') {
          deleted.add(pet.id);
          await remove(pet.id, change());
        } else {
          const to = { change: { status }, move: { categoryId }, rename: {} }[kind];
          note(pet, to);
          await update(pet.id, kind === 'rename' ? { name: pet.name } : to, change());
        }
      };

      try {
        const seen: Pet[] = [];
        let pages = 0;
        for (let after: bigint | undefined = base; after !== undefined; pages += 1) {
          const size = limits[pages % limits.length] ?? 20;
          const meanwhile = writes[pages] ?? [];
          const [page]: [Page<Pet>, ...unknown[]] = await Promise.all([
            list({ after, limit: size, ...filters }),
            ...meanwhile.map((each) => carryOut(each).catch(isRefused)),
          ]);
          seen.push(...page.items);
          expect(page.items.length).toBeLessThanOrEqual(size);
          if (page.next !== undefined && page.items.length < size) {
            // `readTable` says when malformed items make a page shorter.
            expect(malformed.filter(isBetween(after, page.next))).not.toEqual([]);
          }
          after = page.next;
        }

        const ids = seen.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));

        const filtered = (['status', 'categoryId'] as const).filter(
          (name) => filters[name] !== undefined,
        );
        const matches = (pet: Pet) => filtered.every((name) => pet[name] === filters[name]);
        // A change of what the list does not filter by takes a pet off no page.
        const steady = ({ id }: Pet) =>
          !deleted.has(id) &&
          !changed.get(id)?.some((to) => filtered.some((name) => to[name] !== undefined));
        const seenIds = new Set(ids);
        expect(there.filter((pet) => steady(pet) && matches(pet) && !seenIds.has(pet.id))).toEqual(
          [],
        );

        const versions = there.flatMap((pet) => versionsOf(pet, changed.get(pet.id)));
        expect([...versions, ...created].filter(matches)).toEqual(expect.arrayContaining(seen));

        // What is left happens to pets that nobody walks.
        for (const each of writes.slice(pages).flat()) await carryOut(each).catch(isRefused);
      } finally {
        base = (await create()).id;
      }
    }),
    { numRuns: RUNS },
  );
  await expectListed();
});
