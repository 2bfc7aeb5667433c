import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildDeleteCategory, type DeleteCategory } from '../../functions/delete-category/store.ts';
import { buildGetCategory } from '../../functions/get-category/store.ts';
import { buildPutCategory } from '../../functions/put-category/store.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { openLostAnswers } from '../support/lost-answers.ts';
import { change, OWNER, STRANGER } from '../support/stored-pets.ts';

let engine: TestEngine;
let remove: DeleteCategory;
let get: ReturnType<typeof buildGetCategory>;

const NOT_FOUND = { code: 'category_not_found' };

let lastId = -1000n;
const create = async () => {
  lastId += 1n;
  const put = buildPutCategory(engine.client, engine.tables.categories);
  const how = { accountId: OWNER, expected: { kind: 'none' } } as const;
  return (await put(lastId, { name: 'Dogs' }, how)).category;
};

beforeAll(async () => {
  engine = await openEngine();
  remove = buildDeleteCategory(engine.client, engine.tables.categories);
  get = buildGetCategory(engine.client, engine.tables.categories);
});
afterAll(() => engine.close());

describe('deleting a category', () => {
  test('takes it out of the store, and a second time it is not there', async () => {
    const { id } = await create();
    await remove(id, change());
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(remove(id, change())).rejects.toMatchObject(NOT_FOUND);
  });

  test('only in the state that is named', async () => {
    const { id, revision } = await create();
    await expect(remove(id, change('other'))).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    await remove(id, change('other', revision));
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
  });

  test('of another account fails, before the tag is looked at', async () => {
    const category = await create();
    for (const ifMatch of [undefined, ['other'], [category.revision]]) {
      await expect(remove(category.id, { accountId: STRANGER, ifMatch })).rejects.toMatchObject({
        code: 'not_owner',
      });
    }
    expect(await get(category.id)).toEqual(category);
  });

  test('whose answer is lost, is the success that it was', async () => {
    const faulty = await openLostAnswers(engine);
    const { id, revision } = await create();
    faulty.loseAnswer('TransactWriteItems');
    await buildDeleteCategory(faulty.client, engine.tables.categories)(id, change(revision));
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
    faulty.close();
  });

  test('whose request is lost and which is refused then, may still happen', async () => {
    const faulty = await openLostAnswers(engine);
    const { id } = await create();
    faulty.loseRequest('TransactWriteItems');
    const distant = buildDeleteCategory(faulty.client, engine.tables.categories);
    await expect(distant(id, change('another'))).rejects.toMatchObject({ code: 'timeout' });
    faulty.close();
  });
});
