import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Range,
  type ReadRange,
  type Run,
  readIndex,
  readTable,
  upTo,
} from '../../../../functions/list-pets/read-shards.ts';
import { petShard } from '../../../../lib/pets/pet-key.ts';
import { INT64_MAX } from '../../../../lib/values/int64.ts';

interface Item {
  readonly id: bigint;
  readonly malformed?: boolean;
}

/** Partitions as sorted arrays, and what was asked of them, trip by trip. */
const openStore = (items: readonly Item[], shardOf: (id: bigint) => bigint, mostAtOnce = 1e9) => {
  const shards = Map.groupBy(items, ({ id }) => shardOf(id));
  const trips: Range[][] = [];
  let underWay = 0;
  const read: ReadRange<Item> = async (range) => {
    if (underWay === 0) trips.push([]);
    trips.at(-1)?.push(range);
    underWay += 1;
    const { shard, first, last, limit } = range;
    const all = (shards.get(shard) ?? []).filter(({ id }) => id >= first && id <= last);
    const some = all.slice(0, Math.min(limit, mostAtOnce));
    const isCut = some.length === limit || some.length < all.length;
    await Promise.resolve();
    underWay -= 1;
    return {
      items: some.filter(({ malformed }) => !malformed),
      readTo: isCut ? upTo(some.at(-1)?.id ?? INT64_MAX) : undefined,
      hasMalformed: some.some(({ malformed }) => malformed),
    };
  };
  return { trips, read };
};

const gap = fc.oneof(
  { weight: 16, arbitrary: fc.constant(1n) },
  { weight: 3, arbitrary: fc.bigInt({ min: 2n, max: 50n }) },
  { weight: 1, arbitrary: fc.bigInt({ min: 1000n, max: 8_000_000n }) },
  // The next block of the same partition.
  { weight: 1, arbitrary: fc.constant(2048n) },
);

/** Ascending ids with these gaps, from the first id on or up to the last one that there is. */
const ids = fc
  .tuple(fc.boolean(), fc.array(gap, { maxLength: 400, size: 'max' }))
  .map(([atEnd, gaps]) => {
    let id = 0n;
    const ascending = gaps.map((step) => {
      id += step;
      return id;
    });
    return ascending.map((each) => (atEnd ? INT64_MAX - id + each : each));
  });
const need = fc.oneof(fc.constantFrom(21, 101), fc.integer({ min: 2, max: 101 }));

const INDEX_SHARDS = [4n, 5n, 6n, 7n];
type ReadPage = (read: ReadRange<Item>, after: bigint, needed: number) => Promise<Run<Item>>;
const readIndexPage: ReadPage = (read, ...page) => readIndex(read, INDEX_SHARDS, ...page);
type ShardOf = (id: bigint) => bigint;
/** Of each list the shard of an id, how a page is read, and most queries of the first trip and of each that follows. */
const LISTS: readonly (readonly [string, ShardOf, ReadPage, first: number, next: number])[] = [
  ['table', petShard, readTable, 3, 16],
  ['index whose partitions have equally many', (id) => 4n + (id % 4n), readIndexPage, 4, 4],
  ['index of which one partition has all', () => 6n, readIndexPage, 4, 4],
];

describe.each(LISTS)('a page of the %s', (_name, shardOf, readPage, first, next) => {
  test('is what a sorted array has there, in at most three trips', async () => {
    await fc.assert(
      fc.asyncProperty(ids, fc.nat(), need, async (all, place, needed) => {
        const stored = all.map((id) => ({ id }));
        const { trips, read } = openStore(stored, shardOf);
        const after = place % 3 === 0 ? 0n : (all[place % (all.length + 1)] ?? INT64_MAX);
        const { items, readTo } = await readPage(read, after, needed);
        const expected = all.filter((id) => id > after).slice(0, needed);
        expect(items.map(({ id }) => id).slice(0, needed)).toEqual(expected);
        if (expected.length < needed) expect(readTo).toBeUndefined();

        expect(trips.length).toBeLessThanOrEqual(3);
        const asked = trips.flat();
        expect(asked.every(({ limit }) => limit >= 1 && limit <= needed)).toBe(true);
        expect(asked.every(({ first, last }) => first <= last && last <= INT64_MAX)).toBe(true);
        const most = (nth: number) => (nth === 0 ? first : next);
        expect(trips.every(({ length }, nth) => length <= most(nth))).toBe(true);
      }),
      { numRuns: 250 },
    );
  });

  test('leaves malformed items out, and leads on after what it read', async () => {
    // Mostly here and there, at times many in a row.
    const kinds = fc.oneof(
      fc.array(fc.integer({ min: 0, max: 7 }).map((n) => n === 7)),
      fc.nat({ max: 200 }).map((count) => [...Array<boolean>(count).fill(true), false]),
    );
    await fc.assert(
      fc.asyncProperty(ids, kinds, need, fc.constantFrom(1, 7, 1000), async (...row) => {
        const [all, bad, needed, mostAtOnce] = row;
        const stored = all.map((id, nth) => ({ id, malformed: bad[nth % bad.length] ?? false }));
        const seen: bigint[] = [];
        const { read, trips } = openStore(stored, shardOf, mostAtOnce);
        for (let after: bigint | undefined = 0n; after !== undefined; ) {
          const { items, readTo }: Run<Item> = await readPage(read, after, needed);
          seen.push(...items.map(({ id }) => id));
          // To expect this of each page would take longer than to read them.
          if (trips.splice(0).length > 3) throw new Error('A page took more than three trips');
          if (readTo !== undefined && readTo <= after) throw new Error('A page leads back');
          after = readTo;
        }
        expect(seen).toEqual(stored.filter(({ malformed }) => !malformed).map(({ id }) => id));
      }),
      { numRuns: 100 },
    );
  });
});

/** What a page of a table asks for, trip by trip: the number of queries, and the most items of one. */
const asked = async (items: readonly Item[], after: bigint, needed: number) => {
  const { read, trips } = openStore(items, petShard);
  await readTable(read, after, needed);
  return trips.map((trip) => [trip.length, Math.max(...trip.map(({ limit }) => limit))]);
};

test('a page asks for little more than it needs, unless much is missing', async () => {
  const dense = Array.from({ length: 5000 }, (_, n) => ({ id: BigInt(n + 1) }));
  expect(await asked(dense, 0n, 21)).toEqual([[1, 21]]);
  expect(await asked(dense, 120n, 21)).toEqual([[2, 21]]);
  expect(await asked(dense, 0n, 101)).toEqual([[2, 101]]);
  const sparse = Array.from({ length: 5000 }, (_, n) => ({ id: BigInt(20 * (n + 1)) }));
  expect(await asked(sparse, 0n, 21)).toEqual([
    [1, 21],
    [16, 15],
  ]);
  const afterHole = dense.map(({ id }) => ({ id: id + 8_000_000n }));
  expect(await asked(afterHole, 0n, 101)).toEqual([
    [2, 101],
    [16, 15],
    [16, 86],
  ]);
});
