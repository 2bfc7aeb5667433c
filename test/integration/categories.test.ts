import { describe, expect, test } from '@jest/globals';
import { buildDeleteCategory } from '../../functions/delete-category/store.ts';
import { buildGetCategory } from '../../functions/get-category/store.ts';
import { buildPutCategory, type Put } from '../../functions/put-category/store.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { change, STRANGER } from '../support/stored-pets.ts';
import { atOnce, describeChanges, type Run, type Thing } from './changes.ts';

const engine = await openTables();
const lost = await openLostAnswers(engine);

const { client, tables } = engine;
const put = buildPutCategory(client, tables);
const get = buildGetCategory(client, tables);
const remove = buildDeleteCategory(client, tables);

/** Every test has its own ids, of which a double cannot hold each. */
let lastId = 9007199254740992n;
const newId = () => {
  lastId += 1n;
  return lastId;
};

const anyway: Put = change();
const onlyNew: Put = { ...anyway, ifNoneMatch: '*' };

const category = {
  create: async () => (await put(newId(), { name: 'Dogs' }, onlyNew)).category,
  get: ({ id }: Thing) => get(BigInt(id)),
};
const removeCategory: Run = ({ client, tables }, { id }, how) =>
  buildDeleteCategory(client, tables)(BigInt(id), how);
describeChanges(engine, lost, {
  putCategory: {
    ...category,
    run: async ({ client, tables }, { id }, how) => {
      const input = { name: `Name ${newId()}` };
      return (await buildPutCategory(client, tables)(BigInt(id), input, how)).category;
    },
    remove: removeCategory,
    action: 'UpdateItem',
    codes: ['precondition_failed', 'not_owner', 'precondition_failed'],
  },
  deleteCategory: {
    ...category,
    run: removeCategory,
    action: 'TransactWriteItems',
    codes: ['category_not_found', 'not_owner', 'category_not_found'],
  },
});

describe('putting a category', () => {
  test('again after it was deleted makes a new one, for any account', async () => {
    const id = newId();
    const { category } = await put(id, { name: 'Dogs' }, anyway);
    await remove(id, change());
    const again = await put(id, { name: 'Dogs' }, { ...onlyNew, accountId: STRANGER });
    expect(again).toMatchObject({ isNew: true, category: { accountId: STRANGER } });
    expect(again.category.revision).not.toBe(category.revision);
    await expectRefused(put(id, { name: 'Dogs' }, onlyNew), 'not_owner');
  });

  test.each<[string, Put, number]>([
    ['creates it once where it must be new', onlyNew, 1],
    ['succeeds each time without a condition, and creates it once', anyway, 20],
  ])('20 times at once %s', async (_what, how, successes) => {
    const id = newId();
    const { won, errors } = await atOnce((nth) => put(id, { name: `Dogs ${nth}` }, how));
    expect(won).toHaveLength(successes);
    expect(won.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(won.map(({ category }) => category)).toContainEqual(await get(id));
    for (const error of errors) {
      const message = expect.stringContaining('If-None-Match');
      expect(error).toMatchObject({ code: 'precondition_failed', message });
    }
  });

  test('where it must be new takes effect at most once though its answer is lost', async () => {
    const id = newId();
    lost.loseAnswer('UpdateItem', () => put(id, { name: 'Cats' }, anyway));
    const again = buildPutCategory(lost.client, tables);
    await expectRefused(again(id, { name: 'Dogs' }, onlyNew), 'timeout');
    expect(await get(id)).toMatchObject({ name: 'Cats' });
  });
});
