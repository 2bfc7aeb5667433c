import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildDeleteCategory } from '../../functions/delete-category/store.ts';
import { buildGetCategory } from '../../functions/get-category/store.ts';
import {
  buildPutCategory,
  type Put,
  type PutCategory,
} from '../../functions/put-category/store.ts';
import { categoryKey } from '../../lib/categories/stored-category.ts';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import type { IfMatch } from '../../lib/revisions/if-match.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type LostAnswers, openLostAnswers } from '../support/lost-answers.ts';
import { change, OWNER, STRANGER } from '../support/stored-pets.ts';

let engine: TestEngine;
let put: PutCategory;
let get: ReturnType<typeof buildGetCategory>;
let remove: ReturnType<typeof buildDeleteCategory>;

/** Every test has its own ids. */
let lastId = 1000n;
const newId = () => {
  lastId += 1n;
  return lastId;
};

const anyway: Put = { accountId: OWNER, expected: { kind: 'either' } };
const onlyNew: Put = { accountId: OWNER, expected: { kind: 'none' } };
const onlyIf = (ifMatch: IfMatch): Put => ({
  accountId: OWNER,
  expected: { kind: 'one', ifMatch },
});
const FAILED = { code: 'precondition_failed' };

beforeAll(async () => {
  engine = await openEngine();
  put = buildPutCategory(engine.client, engine.tables.categories);
  get = buildGetCategory(engine.client, engine.tables.categories);
  remove = buildDeleteCategory(engine.client, engine.tables.categories);
});
afterAll(() => engine.close());

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

  test('only where there is none', async () => {
    const id = newId();
    const { category } = await put(id, { name: 'Dogs' }, onlyNew);
    await expect(put(id, { name: 'Cats' }, onlyNew)).rejects.toMatchObject({
      ...FAILED,
      message: expect.stringContaining('If-None-Match'),
    });
    expect(await get(id)).toEqual(category);
  });

  test('only in a state that is named, which one that does not exist is not in', async () => {
    const id = newId();
    await expect(put(id, { name: 'Dogs' }, onlyIf('*'))).rejects.toMatchObject(FAILED);
    await expect(put(id, { name: 'Dogs' }, onlyIf(['a']))).rejects.toMatchObject(FAILED);
    await expect(get(id)).rejects.toMatchObject({ code: 'category_not_found' });
    const { revision } = (await put(id, { name: 'Dogs' }, anyway)).category;
    const { category } = await put(id, { name: 'Cats' }, onlyIf(['a', revision]));
    await expect(put(id, { name: 'Birds' }, onlyIf([revision]))).rejects.toMatchObject(FAILED);
    await expect(put(id, { name: 'Birds' }, onlyIf([]))).rejects.toMatchObject(FAILED);
    expect(await get(id)).toEqual(category);
    expect((await put(id, { name: 'Birds' }, onlyIf('*'))).isNew).toBe(false);
  });

  test('of another account fails, before any condition is looked at', async () => {
    const id = newId();
    const { category } = await put(id, { name: 'Dogs' }, anyway);
    for (const how of [anyway, onlyNew, onlyIf('*'), onlyIf(['a']), onlyIf([category.revision])]) {
      await expect(
        put(id, { name: 'Cats' }, { ...how, accountId: STRANGER }),
      ).rejects.toMatchObject({ code: 'not_owner' });
    }
    expect(await get(id)).toEqual(category);
  });

  test('again after it was deleted makes a new one, for any account', async () => {
    const id = newId();
    const { category } = await put(id, { name: 'Dogs' }, anyway);
    await remove(id, change());
    const again = await put(id, { name: 'Dogs' }, { ...onlyNew, accountId: STRANGER });
    expect(again).toMatchObject({ isNew: true, category: { accountId: STRANGER } });
    expect(again.category.revision).not.toBe(category.revision);
  });

  test('that is malformed, and belongs to nobody, says so', async () => {
    const id = newId();
    const Item = { ...categoryKey(id), name: 'Dogs' };
    await engine.client.send(new PutCommand({ TableName: engine.tables.categories, Item }));
    await expect(put(id, { name: 'Cats' }, anyway)).rejects.toThrow(MalformedItemError);
  });
});

describe('20 requests for one category at once', () => {
  const all = (id: bigint, how: Put) =>
    Promise.allSettled(Array.from({ length: 20 }, (_, n) => put(id, { name: `Dogs ${n}` }, how)));

  test('create it once where it must be new', async () => {
    const id = newId();
    const results = await all(id, onlyNew);
    const won = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won).toMatchObject([{ isNew: true }]);
    expect(await get(id)).toEqual(won[0]?.category);
    for (const { reason } of results.filter((each) => each.status === 'rejected')) {
      expect(reason).toMatchObject(FAILED);
    }
  });

  test('change it once with one tag', async () => {
    const id = newId();
    const { revision } = (await put(id, { name: 'Dogs' }, anyway)).category;
    const results = await all(id, onlyIf([revision]));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('all succeed without a condition, and one of them created it', async () => {
    const results = await all(newId(), anyway);
    const won = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won).toHaveLength(20);
    expect(won.filter(({ isNew }) => isNew)).toHaveLength(1);
  });
});

describe('when the answer to a put is lost', () => {
  let faulty: LostAnswers;
  let putAgain: PutCategory;

  beforeAll(async () => {
    faulty = await openLostAnswers(engine);
    putAgain = buildPutCategory(faulty.client, engine.tables.categories);
  });
  afterAll(() => faulty.close());

  test.each([
    ['without a condition', anyway],
    ['where it must be new', onlyNew],
  ])('%s, it takes effect at most once, and nobody says how it ended', async (_how, how) => {
    const id = newId();
    faulty.loseAnswer('UpdateItem', () => put(id, { name: 'Cats' }, anyway));
    await expect(putAgain(id, { name: 'Dogs' }, how)).rejects.toMatchObject({ code: 'timeout' });
    expect(await get(id)).toMatchObject({ name: 'Cats' });
  });

  test('with a tag, its repetition is the success that it was', async () => {
    const id = newId();
    const { revision } = (await put(id, { name: 'Dogs' }, anyway)).category;
    faulty.loseAnswer('UpdateItem');
    const { category, isNew } = await putAgain(id, { name: 'Cats' }, onlyIf([revision]));
    expect(isNew).toBe(false);
    expect(await get(id)).toEqual(category);
  });

  test('with a tag, and somebody has changed it since, nobody says that it did not happen', async () => {
    const id = newId();
    const { revision } = (await put(id, { name: 'Dogs' }, anyway)).category;
    faulty.loseAnswer('UpdateItem', () => put(id, { name: 'Mice' }, anyway));
    await expect(putAgain(id, { name: 'Cats' }, onlyIf([revision]))).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(await get(id)).toMatchObject({ name: 'Mice' });
  });
});
