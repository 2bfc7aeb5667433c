import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { BatchWriteCommand, DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import type { NewPet } from '../../functions/create-pet/new-pet.ts';
import { Pets } from '../../functions/list-pets/contract.ts';
import { buildListPets, type ListPets } from '../../functions/list-pets/store.ts';
import { encodeCursor } from '../../lib/http/cursor.ts';
import { parseJson } from '../../lib/json.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { toPet } from '../../lib/pets/stored-pet.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { proxyEvent } from '../support/events.ts';
import { setCounter } from '../support/set-counter.ts';
import { OWNED, petCreator } from '../support/stored-pets.ts';

Object.assign(process.env, { AWS_REGION: 'us-east-1', PETS_TABLE: 'p' });
const { listPetsHandler } = await import('../../functions/list-pets/handler.ts');

let engine: TestEngine;
let create: ReturnType<typeof petCreator>;
let list: ListPets;
/** Walks begin after this id: every run has its own ids, and the first begins with the list. */
let base = 0n;

beforeAll(async () => {
  engine = await openEngine();
  const { client, tables } = engine;
  create = petCreator(engine);
  list = buildListPets(client, tables.pets);
});
afterAll(() => engine.close());
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
});

const status = fc.constantFrom<PetStatus>('available', 'pending', 'sold');

/** From one stored item to the next: mostly the next id, at times far away. */
const gap = fc.oneof(
  { weight: 16, arbitrary: fc.constant(1n) },
  { weight: 3, arbitrary: fc.bigInt({ min: 2n, max: 50n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1000n, max: 8_000_000n }) },
);

const limit = fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 100 }));

/** A write at the same time as a page is read; a change and a delete meet an item that was stored. */
interface Write {
  readonly kind: 'change' | 'create' | 'delete';
  readonly of: number;
  readonly status: PetStatus;
}

const write = fc.record({
  kind: fc.constantFrom<Write['kind']>('change', 'create', 'delete'),
  of: fc.nat(),
  status,
});

/** What is stored, how it is walked, and what is written at the same time as each page is read. */
const scenario = fc.record({
  items: fc.array(
    fc.record({ gap, status, malformed: fc.integer({ min: 0, max: 15 }).map((n) => n === 15) }),
    { maxLength: 60, size: 'max' },
  ),
  filter: fc.option(status, { nil: undefined }),
  limits: fc.array(limit, { minLength: 1, maxLength: 4 }),
  writes: fc.array(fc.array(write, { maxLength: 4 }), { maxLength: 8, size: 'max' }),
});

type Items = readonly { readonly gap: bigint; readonly status: PetStatus; malformed: boolean }[];

/** Stores items after all that there are, and the counter with the last; gives the pets among them. */
const store = async (items: Items): Promise<Pet[]> => {
  const { client, tables } = engine;
  let id = base;
  const puts = items.map((item) => {
    id += item.gap;
    const pet: Pet = { id, name: `Pet ${id}`, categoryId: id, status: item.status };
    return { pet, Item: { ...pet, ...OWNED, ...petKey(id), ...(item.malformed && { name: 7 }) } };
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

/** Reads one page: from a place that the page before named, or the place after `base`. */
type ReadPage = (
  from: string | undefined,
  limit: number,
  filter: PetStatus | undefined,
) => Promise<Step>;

const readFromStore: ReadPage = async (from, limit, filter) => {
  const { items, next } = await list({ after: BigInt(from ?? base), limit, status: filter });
  return { pets: items, next: next?.toString() };
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
  const { statusCode, headers, body } = await listPetsHandler({ list, find: async () => [] })(
    event,
    context,
  );
  expect(statusCode).toBe(200);
  const link = /^<(.+)>; rel="next"$/.exec(String(headers?.['Link'] ?? ''))?.[1];
  const next = link === undefined ? undefined : new URL(link).searchParams;
  if (next)
    expect([next.get('limit'), next.get('status') ?? undefined]).toEqual([`${limit}`, filter]);
  return { pets: Pets.parse(parseJson(body)), next: next?.get('cursor') ?? undefined };
};

/** Sets the status of a pet that is there; one that was deleted stays so. */
const change = ({ id }: Pet, to: PetStatus) =>
  engine.client
    .send(
      new UpdateCommand({
        TableName: engine.tables.pets,
        Key: petKey(id),
        UpdateExpression: 'SET #status = :status',
        ConditionExpression: 'attribute_exists(id)',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':status': to },
      }),
    )
    .catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });

const remove = ({ id }: Pet) =>
  engine.client.send(new DeleteCommand({ TableName: engine.tables.pets, Key: petKey(id) }));

const newPet = (of: PetStatus): NewPet => ({ name: 'New', categoryId: 1n, status: of });

test.each([
  ['the store', readFromStore],
  ['the handler and its cursors', readFromHandler],
])(
  'a walk through %s gives what was there throughout once and in order, during creates, changes and deletes',
  async (_what, read) => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ items, filter, limits, writes }) => {
        const there = await store(items);
        const created: Pet[] = [];
        const deleted = new Set<bigint>();
        const changed = new Map<bigint, PetStatus[]>();
        const carryOut = async ({ kind, of, status: to }: Write) => {
          const pet = there[of % there.length];
          if (kind === 'create' || pet === undefined) {
            created.push(toPet(await create(newPet(to))));
          } else if (kind === 'delete') {
            deleted.add(pet.id);
            await remove(pet);
          } else {
            changed.set(pet.id, [...(changed.get(pet.id) ?? []), to]);
            await change(pet, to);
          }
        };

        const seen: Pet[] = [];
        let from: string | undefined;
        for (let page = 0; ; page += 1) {
          const size = limits[page % limits.length] ?? 20;
          const [step] = await Promise.all([
            read(from, size, filter),
            ...(writes[page] ?? []).map(carryOut),
          ]);
          seen.push(...step.pets);
          if (step.next === undefined) {
            expect(step.pets.length).toBeLessThanOrEqual(size);
            break;
          }
          expect(step.pets).toHaveLength(size);
          from = step.next;
        }
        base = (await create(newPet('sold'))).id;

        const ids = seen.map(({ id }) => id);
        expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));

        const wanted = (pet: Pet) => filter === undefined || pet.status === filter;
        const steady = (pet: Pet) =>
          !deleted.has(pet.id) && (filter === undefined || !changed.has(pet.id));
        const seenIds = new Set(ids);
        expect(there.filter((pet) => steady(pet) && wanted(pet) && !seenIds.has(pet.id))).toEqual(
          [],
        );

        const versions = there.flatMap((pet) =>
          [pet.status, ...(changed.get(pet.id) ?? [])].map((each) => ({ ...pet, status: each })),
        );
        expect([...versions, ...created].filter(wanted)).toEqual(expect.arrayContaining(seen));
      }),
      { numRuns: 40, interruptAfterTimeLimit: 30_000 },
    );
  },
);
