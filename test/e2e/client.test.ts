import { expect, test } from '@jest/globals';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { type Pet, PetStore, PetStoreError } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';
import { until } from '../support/until.ts';

/*
 * What the client has from the service alone, over HTTP: pages that lead on, tags, and its errors. What it sends, and how it
 * sends that again, is in `unit/client`, what operations do in `integration`.
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

test('tags reach the service, which leaves out what the client has, and refuses an outdated change', async () => {
  const pet = await petStore.createPet({ name: 'Rex', categoryId: INT64_MAX });
  const [same] = await petStore.petsByIds([pet.id], { known: pet });
  expect(same).toBe(pet);
  await petStore.updatePet(pet.id, { name: 'Max' });
  const outdated = { code: 'precondition_failed', status: 412, safeToRepeat: false };
  expect(await failure(petStore.deletePet(pet))).toMatchObject(outdated);
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
