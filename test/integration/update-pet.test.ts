import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildDeletePet } from '../../functions/delete-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildListPets } from '../../functions/list-pets/store.ts';
import type { PetPatch } from '../../functions/update-pet/pet-patch.ts';
import { buildUpdatePet, type UpdatePet } from '../../functions/update-pet/store.ts';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type LostAnswers, openLostAnswers } from '../support/lost-answers.ts';
import { change, petCreator, STRANGER } from '../support/stored-pets.ts';

let engine: TestEngine;
let create: ReturnType<typeof petCreator>;
let update: UpdatePet;
let get: ReturnType<typeof buildGetPet>;
let remove: ReturnType<typeof buildDeletePet>;

beforeAll(async () => {
  engine = await openEngine();
  const { client, tables } = engine;
  create = petCreator(engine);
  update = buildUpdatePet(client, tables.pets);
  get = buildGetPet(client, tables.pets);
  remove = buildDeletePet(client, tables.pets);
});
afterAll(() => engine.close());

describe('updating a pet', () => {
  test.each<[string, PetPatch]>([
    ['its name', { name: '\u{1F436}'.repeat(256) }],
    ['its category', { categoryId: INT64_MIN }],
    ['its status', { status: 'sold' }],
    ['everything', { name: 'Bella', categoryId: INT64_MAX, status: 'pending' }],
  ])('changes %s and nothing else, and gives it another revision', async (_what, patch) => {
    const pet = await create();
    const updated = await update(pet.id, patch, change());
    expect(updated).toEqual({ ...pet, ...patch, revision: expect.any(String) });
    expect(updated.revision).not.toBe(pet.revision);
    expect(await get(pet.id)).toEqual(updated);
  });

  test('with an empty patch gives the pet as it is, its revision too', async () => {
    const pet = await create();
    expect(await update(pet.id, {}, change())).toEqual(pet);
    expect(await update(pet.id, { name: undefined }, change(pet.revision))).toEqual(pet);
    await expect(update(pet.id, {}, change('other'))).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });

  test('never has a revision again that it had before', async () => {
    const pet = await create();
    const revisions = [pet.revision];
    for (let time = 0; time < 20; time += 1) {
      const status = time % 2 === 0 ? 'sold' : 'available';
      revisions.push((await update(pet.id, { status }, change())).revision);
    }
    expect(new Set(revisions).size).toBe(revisions.length);
  });

  test('moves it from one list of a status to another', async () => {
    const list = buildListPets(engine.client, engine.tables.pets);
    const pet = await create({ status: 'pending' });
    await update(pet.id, { status: 'sold' }, change());
    const idsOf = async (status: 'pending' | 'sold') =>
      (await list({ after: pet.id - 1n, limit: 100, status })).items.map(({ id }) => id);
    expect(await idsOf('sold')).toContain(pet.id);
    expect(await idsOf('pending')).not.toContain(pet.id);
  });

  test('takes one tag of many, and 100 that do not match change nothing', async () => {
    const pet = await create();
    const others = Array.from({ length: 99 }, (_, index) => `other-${index}`);
    const updated = await update(pet.id, { name: 'Bella' }, change(...others, pet.revision));
    await expect(
      update(pet.id, { name: 'Max' }, change(...others, pet.revision)),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
    expect(await get(pet.id)).toEqual(updated);
  });

  test('matches nothing with a list of weak tags alone', async () => {
    const pet = await create();
    await expect(
      update(pet.id, { name: 'Max' }, { ...change(), ifMatch: [] }),
    ).rejects.toMatchObject({ code: 'precondition_failed' });
  });

  test.each([0n, -1n, INT64_MAX, INT64_MIN])('%p that is not there makes none', async (id) => {
    await expect(update(id, { name: 'Max' }, change())).rejects.toMatchObject({
      code: 'pet_not_found',
    });
    await expect(get(id)).rejects.toMatchObject({ code: 'pet_not_found' });
  });

  test('that was deleted makes none again', async () => {
    const { id } = await create();
    await remove(id, change());
    for (const patch of [{}, { status: 'sold' } as const]) {
      await expect(update(id, patch, change())).rejects.toMatchObject({ code: 'pet_not_found' });
    }
    await expect(get(id)).rejects.toMatchObject({ code: 'pet_not_found' });
  });

  test('of another account says so before it looks at the tag', async () => {
    const pet = await create();
    for (const ifMatch of [undefined, ['other'], [pet.revision]]) {
      await expect(
        update(pet.id, { name: 'Max' }, { accountId: STRANGER, ifMatch }),
      ).rejects.toMatchObject({ code: 'not_owner' });
    }
    expect(await get(pet.id)).toEqual(pet);
  });

  test('that is malformed in storage fails and leads an operator to it', async () => {
    const id = 900_000_001n;
    const Item = { ...petKey(id), name: 'Rex', categoryId: 7n, status: 'available' };
    await engine.client.send(new PutCommand({ TableName: engine.tables.pets, Item }));
    await expect(update(id, { name: 'Max' }, change())).rejects.toThrow(MalformedItemError);
    await expect(update(id, { name: 'Max' }, change())).rejects.toThrow(/id 900000001.*accountId/);
  });

  test('by 20 at once with one tag lets one of them win', async () => {
    for (let round = 0; round < 5; round += 1) {
      const pet = await create();
      const names = Array.from({ length: 20 }, (_, index) => `Writer ${index}`);
      const results = await Promise.allSettled(
        names.map((name) => update(pet.id, { name }, change(pet.revision))),
      );
      const won = results.filter(({ status }) => status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'fulfilled') expect(await get(pet.id)).toEqual(result.value);
        else expect(result.reason).toMatchObject({ code: 'precondition_failed' });
      }
    }
  });
});

describe('when the answer to an update is lost', () => {
  let faulty: LostAnswers;
  let updateAgain: UpdatePet;

  beforeAll(async () => {
    faulty = await openLostAnswers(engine);
    updateAgain = buildUpdatePet(faulty.client, engine.tables.pets);
  });
  afterAll(() => faulty.close());

  test('with the tag, its repetition by the SDK is the success that it was', async () => {
    const pet = await create();
    faulty.loseAnswer('UpdateItem');
    const updated = await updateAgain(pet.id, { name: 'Bella' }, change(pet.revision));
    expect(updated).toMatchObject({ id: pet.id, name: 'Bella' });
    expect(await get(pet.id)).toEqual(updated);
  });

  test('without a tag, it takes effect at most once, and nobody says how it ended', async () => {
    const pet = await create();
    faulty.loseAnswer('UpdateItem', () => update(pet.id, { name: 'Max' }, change()));
    await expect(updateAgain(pet.id, { name: 'Bella' }, change())).rejects.toMatchObject({
      code: 'timeout',
    });
    expect(await get(pet.id)).toMatchObject({ name: 'Max' });
  });

  test('and another one has changed the pet since, nobody says that it did not happen', async () => {
    const pet = await create();
    faulty.loseAnswer('UpdateItem', () => update(pet.id, { name: 'Max' }, change()));
    await expect(
      updateAgain(pet.id, { name: 'Bella' }, change(pet.revision)),
    ).rejects.toMatchObject({ code: 'timeout' });
    expect(await get(pet.id)).toMatchObject({ name: 'Max' });
  });

  test('and the pet was deleted since, there is none again', async () => {
    const pet = await create();
    faulty.loseAnswer('UpdateItem', () => remove(pet.id, change()));
    await expect(
      updateAgain(pet.id, { name: 'Bella' }, change(pet.revision)),
    ).rejects.toMatchObject({ code: 'timeout' });
    await expect(get(pet.id)).rejects.toMatchObject({ code: 'pet_not_found' });
  });
});
