import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { buildCounter } from '../../lib/counter.ts';
import { encodeCursor } from '../../lib/http/cursor.ts';
import { parseJson } from '../../lib/json.ts';
import { buildPetCreation } from '../../lib/pets/create-pet.ts';
import { rangeOf } from '../../lib/pets/id-range.ts';
import { buildListPets, type ListPets } from '../../lib/pets/list-pets.ts';
import { type NewPet, type Pet, type PetStatus, Pets } from '../../lib/pets/pet.ts';
import { createWith } from '../support/create.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { setCounter } from '../support/set-counter.ts';

Object.assign(process.env, { AWS_REGION: 'us-east-1', PETS_TABLE: 'p', COUNTERS_TABLE: 'c' });
const { listPetsHandler } = await import('../../functions/list-pets/handler.ts');

let engine: TestEngine;
let create: (pet: NewPet) => Promise<Pet>;
let list: ListPets;
/** Walks begin behind this id: every run has ids of its own, and the first begins with the list. */
let base = 0n;

beforeAll(async () => {
  engine = await openEngine();
  const { client, tables } = engine;
  const ids = buildCounter(client, tables.counters, 'pets');
  create = createWith(buildPetCreation(client, tables.pets, ids));
  list = buildListPets(client, tables.pets, ids);
});
afterAll(() => engine.close());
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

const status = fc.constantFrom<PetStatus>('available', 'pending', 'sold');

/** From one stored item to the next: mostly the next id, at times past ends of ranges of ids. */
const gap = fc.oneof(
  { weight: 16, arbitrary: fc.constant(1n) },
  { weight: 3, arbitrary: fc.bigInt({ min: 2n, max: 50n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 900n, max: 3100n }) },
);

const limit = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 100 }));

/** What is stored, how it is walked, and what is created at the same time as each page is read. */
const scenario = fc.record({
  items: fc.array(
    fc.record({ gap, status, malformed: fc.integer({ min: 0, max: 15 }).map((n) => n === 15) }),
    { maxLength: 60, size: 'max' },
  ),
  filter: fc.option(status, { nil: undefined }),
  limits: fc.array(limit, { minLength: 1, maxLength: 4 }),
  creates: fc.array(fc.array(status, { maxLength: 3 }), { maxLength: 8, size: 'max' }),
});

type Items = readonly { readonly gap: bigint; readonly status: PetStatus; malformed: boolean }[];

/** Stores items behind all that there are, and the counter with the last; gives the pets among them. */
const store = async (items: Items): Promise<Pet[]> => {
  const { client, tables } = engine;
  let id = base;
  const puts = items.map((item) => {
    id += item.gap;
    const pet: Pet = { id, name: `Pet ${id}`, categoryId: id, status: item.status };
    return { pet, Item: { ...pet, idRange: rangeOf(id), ...(item.malformed && { name: 7 }) } };
  });
  for (let start = 0; start < puts.length; start += 25) {
    const requests = puts.slice(start, start + 25).map(({ Item }) => ({ PutRequest: { Item } }));
    await client.send(new BatchWriteCommand({ RequestItems: { [tables.pets]: requests } }));
  }
  await setCounter(engine, id);
  return puts.filter((_, index) => !items[index]?.malformed).map(({ pet }) => pet);
};

interface Step {
  readonly pets: readonly Pet[];
  readonly next: string | undefined;
}

/** Reads one page: from a place that the page before named, or the place behind `base`. */
type ReadPage = (
  from: string | undefined,
  limit: number,
  filter: PetStatus | undefined,
) => Promise<Step>;

const readFromStore: ReadPage = async (from, limit, filter) => {
  const { pets, more } = await list({ after: BigInt(from ?? base), limit, status: filter });
  return { pets, next: more ? String(pets.at(-1)?.id) : undefined };
};

const first = (filter = '') => (base === 0n ? undefined : encodeCursor({ after: base, filter }));

const readFromHandler: ReadPage = async (from, limit, filter) => {
  const cursor = from ?? first(filter);
  const event = proxyEvent({
    query: {
      limit: [String(limit)],
      ...(filter && { status: [filter] }),
      ...(cursor && { cursor: [cursor] }),
    },
  });
  const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
  const { statusCode, headers, body } = await listPetsHandler(list)(event, context);
  expect(statusCode).toBe(200);
  const link = /^<(.+)>; rel="next"$/.exec(String(headers?.['Link'] ?? ''))?.[1];
  const next = link === undefined ? undefined : new URL(link).searchParams;
  if (next)
    expect([next.get('limit'), next.get('status') ?? undefined]).toEqual([`${limit}`, filter]);
  return { pets: Pets.parse(parseJson(body)), next: next?.get('cursor') ?? undefined };
};

test.each([
  ['the store', readFromStore],
  ['the handler and its cursors', readFromHandler],
])(
  'a walk through %s gives what was there all the while once and in order, whatever is created meanwhile',
  async (_what, read) => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ items, filter, limits, creates }) => {
        const there = await store(items);
        const created: Pet[] = [];
        const seen: Pet[] = [];
        let from: string | undefined;
        for (let page = 0; ; page += 1) {
          const size = limits[page % limits.length] ?? 20;
          const racing = (creates[page] ?? []).map((each) =>
            create({ name: 'New', categoryId: 1n, status: each }),
          );
          const [step, ...made] = await Promise.all([read(from, size, filter), ...racing]);
          created.push(...made);
          const ids = [...seen.slice(-1), ...step.pets].map(({ id }) => id);
          expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));
          seen.push(...step.pets);
          if (step.next === undefined) {
            expect(step.pets.length).toBeLessThanOrEqual(size);
            // The page before named it because there was a pet on it.
            if (page > 0) expect(step.pets).not.toHaveLength(0);
            break;
          }
          expect(step.pets).toHaveLength(size);
          from = step.next;
        }
        base =
          (rangeOf((await create({ name: 'Last', categoryId: 1n, status: 'sold' })).id) + 1n) *
          1000n;

        const wanted = (pet: Pet) => filter === undefined || pet.status === filter;
        const isNew = ({ name }: Pet) => name === 'New';
        expect(seen.filter((pet) => !isNew(pet))).toEqual(there.filter(wanted));
        expect(created.filter(wanted)).toEqual(expect.arrayContaining(seen.filter(isNew)));
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  },
);
