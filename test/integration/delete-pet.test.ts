import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildDeletePet, type DeletePet } from '../../functions/delete-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets } from '../../functions/list-pets/store.ts';
import { buildUpdatePet } from '../../functions/update-pet/store.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type LostAnswers, openLostAnswers } from '../support/lost-answers.ts';
import { change, petCreator, STRANGER } from '../support/stored-pets.ts';

let engine: TestEngine;
let create: ReturnType<typeof petCreator>;
let remove: DeletePet;
let get: ReturnType<typeof buildGetPet>;

const NOT_FOUND = { code: 'pet_not_found' };

beforeAll(async () => {
  engine = await openEngine();
  create = petCreator(engine);
  remove = buildDeletePet(engine.client, engine.tables.pets);
  get = buildGetPet(engine.client, engine.tables.pets);
});
afterAll(() => engine.close());

describe('deleting a pet', () => {
  test('takes it out of the store and of all lists, and a second time it is not there', async () => {
    const list = buildListPets(engine.client, engine.tables.pets);
    const { id } = await create();
    await remove(id, change());
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
    await expect(remove(id, change())).rejects.toMatchObject(NOT_FOUND);
    for (const status of [undefined, 'available'] as const) {
      const { items } = await list({ after: id - 1n, limit: 100, status });
      expect(items.map((pet) => pet.id)).not.toContain(id);
    }
  });

  test('never has its id given again', async () => {
    const { id } = await create();
    await remove(id, change());
    expect((await create()).id).toBeGreaterThan(id);
  });

  test('only in the state that is named', async () => {
    const pet = await create();
    const update = buildUpdatePet(engine.client, engine.tables.pets);
    const updated = await update(pet.id, { name: 'Bella' }, change());
    await expect(remove(pet.id, change(pet.revision))).rejects.toMatchObject({
      code: 'precondition_failed',
    });
    expect(await get(pet.id)).toEqual(updated);
    await remove(pet.id, change('other', updated.revision));
    await expect(get(pet.id)).rejects.toMatchObject(NOT_FOUND);
  });

  test('of another account says so before it looks at the tag', async () => {
    const pet = await create();
    for (const ifMatch of [undefined, ['other'], [pet.revision]]) {
      await expect(remove(pet.id, { accountId: STRANGER, ifMatch })).rejects.toMatchObject({
        code: 'not_owner',
      });
    }
    expect(await get(pet.id)).toEqual(pet);
  });

  test.each([0n, -1n, INT64_MAX, INT64_MIN])('%p that is not there fails', async (id) => {
    await expect(remove(id, change())).rejects.toMatchObject(NOT_FOUND);
  });

  test('20 times at once succeeds once', async () => {
    const { id } = await create();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => remove(id, change())),
    );
    const failed = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    );
    expect(failed).toHaveLength(19);
    for (const reason of failed) expect(reason).toMatchObject(NOT_FOUND);
  });
});

describe('when the answer to a delete is lost', () => {
  let faulty: LostAnswers;

  beforeAll(async () => {
    faulty = await openLostAnswers(engine);
  });
  afterAll(() => faulty.close());

  test('its repetition by the SDK is the success that it was', async () => {
    const { id, revision } = await create();
    faulty.loseAnswer('TransactWriteItems');
    await buildDeletePet(faulty.client, engine.tables.pets)(id, change(revision));
    await expect(get(id)).rejects.toMatchObject(NOT_FOUND);
  });

  test('and it is refused when it is repeated, nobody says that it will not happen', async () => {
    const { id } = await create();
    faulty.loseRequest('TransactWriteItems');
    const remove = buildDeletePet(faulty.client, engine.tables.pets);
    await expect(remove(id, change('another'))).rejects.toMatchObject({ code: 'timeout' });
  });
});
