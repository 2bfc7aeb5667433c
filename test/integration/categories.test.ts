import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildDeleteCategory } from '../../functions/delete-category/store.ts';
import { buildGetCategory } from '../../functions/get-category/store.ts';
import { buildListCategories } from '../../functions/list-categories/store.ts';
import { buildPutCategory, type Put } from '../../functions/put-category/store.ts';
import type { Category } from '../../lib/categories/category.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { beginWithin } from '../support/begin-within.ts';
import { openEngine } from '../support/engine.ts';
import { openLostAnswers } from '../support/lost-answers.ts';
import { change, OWNER, STRANGER } from '../support/stored-pets.ts';

const engine = await openEngine();
afterAll(() => engine.close());

const { client, tables } = engine;
const put = buildPutCategory(client, tables.categories);
const get = buildGetCategory(client, tables.categories);
const remove = buildDeleteCategory(client, tables.categories);
const list = buildListCategories(client, tables.categories);

/** Every test has its own ids. */
let lastId = 1000n;
const newId = () => {
  lastId += 1n;
  return lastId;
};

const anyway: Put = { accountId: OWNER, expected: { kind: 'either' } };
const onlyNew: Put = { accountId: OWNER, expected: { kind: 'none' } };
const FAILED = { code: 'precondition_failed' };

// Changes with tags and of other accounts are in changes.test.ts.
describe('putting a category', () => {
  test.each([INT64_MIN, -1n, 0n, 9007199254740993n, INT64_MAX])(
    'creates %p, and a second time changes it',
    async (id) => {
      const first = await put(id, { name: 'Dogs' }, anyway);
      expect(first).toMatchObject({ isNew: true, category: { id, name: 'Dogs' } });
      expect(await get(id)).toEqual(first.category);
      const second = await put(id, { name: 'Cats \u{1F431}' }, anyway);
      expect(second).toMatchObject({ isNew: false, category: { id, name: 'Cats \u{1F431}' } });
      expect(second.category.revision).not.toBe(first.category.revision);
      expect(await get(id)).toEqual(second.category);
    },
  );

  test('again after it was deleted makes a new one, for any account', async () => {
    const id = newId();
    const { category } = await put(id, { name: 'Dogs' }, anyway);
    await remove(id, change());
    const again = await put(id, { name: 'Dogs' }, { ...onlyNew, accountId: STRANGER });
    expect(again).toMatchObject({ isNew: true, category: { accountId: STRANGER } });
    expect(again.category.revision).not.toBe(category.revision);
    await expect(put(id, { name: 'Dogs' }, onlyNew)).rejects.toMatchObject({ code: 'not_owner' });
  });

  test.each<[string, Put, number]>([
    ['creates it once where it must be new', onlyNew, 1],
    ['succeeds each time without a condition, and creates it once', anyway, 20],
  ])('20 times at once %s', async (_what, how, successes) => {
    const id = newId();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => put(id, { name: `Dogs ${n}` }, how)),
    );
    const won = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won).toHaveLength(successes);
    expect(won.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(won.map(({ category }) => category)).toContainEqual(await get(id));
    for (const { reason } of results.filter((each) => each.status === 'rejected')) {
      expect(reason).toMatchObject({
        ...FAILED,
        message: expect.stringContaining('If-None-Match'),
      });
    }
  });

  test('where it must be new takes effect at most once though its answer is lost', async () => {
    const id = newId();
    const lost = await openLostAnswers(engine);
    lost.loseAnswer('UpdateItem', () => put(id, { name: 'Cats' }, anyway));
    const again = buildPutCategory(lost.client, tables.categories);
    await expect(again(id, { name: 'Dogs' }, onlyNew)).rejects.toMatchObject({ code: 'timeout' });
    expect(await get(id)).toMatchObject({ name: 'Cats' });
    lost.close();
  });
});

/** Walks all pages, each of which but the last is full; `meanwhile` happens while each page is read. */
const walk = async (
  limit: number,
  meanwhile: (page: number) => Promise<unknown> = async () => {},
): Promise<readonly Category[]> => {
  const seen: Category[] = [];
  let page = 0;
  for (let after: bigint | undefined = INT64_MIN - 1n; after !== undefined; page += 1) {
    const reading = list({ after, limit });
    await meanwhile(page);
    const read = await reading;
    if (read.next !== undefined) expect(read.items).toHaveLength(limit);
    seen.push(...read.items);
    after = read.next;
  }
  return seen;
};

const ids = fc.uniqueArray(
  fc.oneof(
    fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    fc.bigInt({ min: -20n, max: 20n }),
    fc.constantFrom(INT64_MIN, INT64_MIN + 1n, INT64_MAX - 1n, INT64_MAX),
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

test('a walk gives every category that existed throughout once, by number, while others come and go', async () => {
  const empty = async () => {
    for (const { id, accountId } of await Promise.all((await walk(100)).map(({ id }) => get(id))))
      await remove(id, { accountId, ifMatch: undefined });
  };
  await empty();
  const putNamed = (id: bigint) => put(id, { name: `Category ${id}` }, anyway);
  await fc.assert(
    fc.asyncProperty(
      ids,
      fc.integer({ min: 1, max: 9 }),
      beginWithin(20_000, async (all, limit) => {
        const stay = all.filter((_, index) => index % 3 !== 0);
        const others = all.filter((_, index) => index % 3 === 0);
        await Promise.all(stay.map(putNamed));
        const seen = await walk(limit, async (page) => {
          const id = others[page % others.length];
          if (id !== undefined) await putNamed(id);
        });
        const seenIds = seen.map(({ id }) => id);
        expect(seenIds).toEqual([...new Set(seenIds)].sort((a, b) => (a < b ? -1 : 1)));
        expect(seenIds).toEqual(expect.arrayContaining(stay));
        expect(all).toEqual(expect.arrayContaining(seenIds));
        for (const { id, name } of seen) expect(name).toBe(`Category ${id}`);
        await empty();
      }),
    ),
    { numRuns: 25 },
  );
});
