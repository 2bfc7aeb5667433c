import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDeleteCategory } from '../../functions/delete-category/store.ts';
import { buildListCategories, type ListCategories } from '../../functions/list-categories/store.ts';
import { buildPutCategory } from '../../functions/put-category/store.ts';
import type { Category } from '../../lib/categories/category.ts';
import { categoryKey } from '../../lib/categories/stored-category.ts';
import type { Page } from '../../lib/storage/read-page.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { beginWithin } from '../support/begin-within.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { change, OWNER } from '../support/stored-pets.ts';

let engine: TestEngine;
let list: ListCategories;

beforeAll(async () => {
  engine = await openEngine();
  list = buildListCategories(engine.client, engine.tables.categories);
});
afterAll(() => engine.close());

const put = (id: bigint) =>
  buildPutCategory(engine.client, engine.tables.categories)(
    id,
    { name: `Category ${id}` },
    { accountId: OWNER, expected: { kind: 'either' } },
  );
const remove = (id: bigint) =>
  buildDeleteCategory(engine.client, engine.tables.categories)(id, change());

const FIRST = INT64_MIN - 1n;

/** Walks all pages, each of which but the last is full; `meanwhile` happens while each page is read. */
const walk = async (
  limit: number,
  meanwhile: (page: number) => readonly Promise<unknown>[] = () => [],
): Promise<readonly Category[]> => {
  const seen: Category[] = [];
  let page = 0;
  for (let after: bigint | undefined = FIRST; after !== undefined; page += 1) {
    const [read]: readonly [Page<Category>, ...unknown[]] = await Promise.all([
      list({ after, limit }),
      ...meanwhile(page),
    ]);
    if (read.next !== undefined) expect(read.items).toHaveLength(limit);
    seen.push(...read.items);
    after = read.next;
  }
  return seen;
};

const ascending = (one: bigint, other: bigint) => (one < other ? -1 : 1);

const ids = fc.uniqueArray(
  fc.oneof(
    fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.constantFrom(INT64_MIN, INT64_MIN + 1n, INT64_MAX - 1n, INT64_MAX),
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

test('a walk gives every category that existed throughout once, by number, while others come and go', async () => {
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.integer({ min: 1, max: 9 }),
      beginWithin(20_000, async (all, limit) => {
        const stay = all.filter((_, index) => index % 3 !== 0);
        const others = all.filter((_, index) => index % 3 === 0);
        await Promise.all(stay.map(put));
        const seen = await walk(limit, (page) => {
          const id = others[page % others.length];
          return id === undefined ? [] : [put(id)];
        });
        const seenIds = seen.map(({ id }) => id);
        expect(seenIds).toEqual([...new Set(seenIds)].sort(ascending));
        expect(seenIds).toEqual(expect.arrayContaining(stay));
        expect(all).toEqual(expect.arrayContaining(seenIds));
        for (const { id, name } of seen) expect(name).toBe(`Category ${id}`);
        const there = await walk(100);
        await Promise.all(there.map(({ id }) => remove(id)));
      }),
    ),
    { numRuns: 25 },
  );
});

describe('listing categories', () => {
  test('leaves out one that is malformed, with a line in the log, and the page is full', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    for (const id of [1n, 3n, 4n]) await put(id);
    const Item = { ...categoryKey(2n), name: 7 };
    await engine.client.send(new PutCommand({ TableName: engine.tables.categories, Item }));
    const { items } = await list({ after: 0n, limit: 2 });
    expect(items.map(({ id }) => id)).toEqual([1n, 3n]);
    expect(String(log.mock.calls[0]?.[0])).toContain('malformed_item');
    log.mockRestore();
  });
});
