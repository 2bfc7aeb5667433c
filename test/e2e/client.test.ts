import { expect, test } from '@jest/globals';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { type Pet, PetStore, PetStoreError } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';
import { until } from '../support/until.ts';

/*
 * What the client has from the service alone, over HTTP: pages that lead on, tags, and its errors. How it sends requests again
 * is in `unit/client`, what operations do in `integration`.
 */

const service = serviceUnderTest();
const petStore = new PetStore(service);

const failure = async (call: Promise<unknown>): Promise<PetStoreError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof PetStoreError)) throw new Error('No PetStoreError', { cause: error });
  return error;
};

/** A category that nothing else has, also if these tests ran before. */
const newCategory = () => BigInt(`0x${crypto.randomUUID().slice(0, 8)}`) << 31n;

test('the client lists all pets by page and keeps every digit of an int64', async () => {
  const created: Pet[] = [];
  for (const categoryId of [9007199254740993n, INT64_MAX, INT64_MIN, -9007199254740993n, 0n]) {
    created.push(await petStore.createPet({ name: 'Rex', categoryId }));
  }
  const own = newCategory();
  for (const status of ['available', 'sold', 'available'] as const) {
    created.push(await petStore.createPet({ name: 'Tom', categoryId: own, status }));
  }
  const listed: Pet[] = [];
  await until(async () => {
    listed.length = 0;
    const query = { categoryId: own, status: 'available', limit: 1 } as const;
    for await (const pet of petStore.allPets(query)) listed.push(pet);
    return listed.length === 2;
  });
  expect(listed).toEqual([created[5], created[7]]);
  expect(await petStore.petsByIds(created.map(({ id }) => id))).toEqual(created);
});

test('the client changes and deletes a pet, unless somebody else has changed it', async () => {
  const pet = await petStore.createPet({ name: 'Rex', categoryId: INT64_MAX });
  const [same] = await petStore.petsByIds([pet.id], { known: pet });
  expect(same).toBe(pet);
  const sold = await petStore.updatePet(pet, { status: 'sold' });
  expect(sold).toEqual({ ...pet, status: 'sold' });
  const outdated = { code: 'precondition_failed', status: 412, safeToRepeat: false };
  expect(await failure(petStore.updatePet(pet, { name: 'Max' }))).toMatchObject(outdated);
  expect(await failure(petStore.deletePet(pet))).toMatchObject(outdated);
  const renamed = await petStore.updatePet(pet.id, { name: 'Max' });
  expect(await petStore.petsByIds([pet.id])).toEqual([{ ...sold, name: 'Max' }]);
  expect(await petStore.deletePet(renamed)).toBeUndefined();
  const gone = await failure(petStore.deletePet(renamed));
  expect(gone).toMatchObject({ code: 'pet_not_found', attempts: 1 });
});

test('the client puts a category only if it is new, and changes it only as it was seen', async () => {
  const id = newCategory();
  const dogs = await petStore.putCategory(id, { name: 'Dogs' }, { onlyNew: true });
  const outdated = { code: 'precondition_failed', status: 412 };
  const again = petStore.putCategory(id, { name: 'Cats' }, { onlyNew: true });
  expect(await failure(again)).toMatchObject(outdated);
  const cats = await petStore.putCategory(dogs, { name: 'Cats' });
  expect(await failure(petStore.deleteCategory(dogs))).toMatchObject(outdated);
  await petStore.deleteCategory(cats);
});

test('the client throws what the service says about a mistake', async () => {
  const nameless = await failure(petStore.createPet({ name: '', categoryId: 1n }));
  expect(nameless).toMatchObject({
    code: 'validation_failed',
    status: 400,
    message: expect.stringMatching(/^name /),
    requestId: expect.stringMatching(/^[\w-]{8,}$/),
    safeToRepeat: false,
  });
});
