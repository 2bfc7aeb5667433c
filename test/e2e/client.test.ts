import { expect, test } from '@jest/globals';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { type Pet, PetStore, PetStoreError } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';
import { until } from '../support/until.ts';

/*
 * What the client has from the service alone, over HTTP: pages that lead on, tags, its errors, and events. What it sends, and
 * how it sends that again, is in `unit/client`, what operations do in `integration`.
 */

const service = serviceUnderTest();
const petStore = new PetStore(service);
const REX = { name: 'Rex', categoryId: 9007199254740993n };

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

test('follows the orders of its account', async () => {
  const { after } = await petStore.listEvents({ about: 'orders', after: 'latest' });
  const pet = await petStore.createPet(REX);
  const order = await petStore.placeOrder({ petId: pet.id });
  for await (const event of petStore.followEvents({ about: 'orders', after }, { pause: 20 })) {
    if (event.data.petId !== pet.id) continue;
    expect(event).toMatchObject({ type: 'order.placed', data: order });
    break;
  }
  await petStore.cancelOrder(order.id);
});

test('keeps a copy of all pets, with what is changed, deleted and created later', async () => {
  const [changed, deleted] = [await petStore.createPet(REX), await petStore.createPet(REX)];
  const copies = petStore.copyPets({ pause: 20 })[Symbol.asyncIterator]();
  const next = async () => (await copies.next()).value as ReadonlyMap<bigint, Pet>;
  let copy = await next();
  expect([copy.get(changed.id), copy.get(deleted.id)]).toEqual([changed, deleted]);
  const sold = await petStore.updatePet(changed, { status: 'sold' });
  await petStore.deletePet(deleted);
  const created = await petStore.createPet(REX);
  while (!copy.has(created.id)) copy = await next();
  expect([copy.get(changed.id), copy.get(deleted.id)]).toEqual([sold, undefined]);
  await copies.return?.();
});
