import { expect, test } from '@jest/globals';
import { type Pet, PetStore } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';

const petStore = new PetStore(serviceUnderTest());
const NEW = { name: 'Rex', categoryId: 9007199254740993n };

test('follows what happens to a pet until its signal ends it, and goes on from a position', async () => {
  const { after } = await petStore.listEvents({ after: 'latest' });
  const ending = new AbortController();
  const options = { signal: ending.signal, pause: 20 };
  const seen: string[] = [];
  const positions: bigint[] = [];
  const pet = await petStore.createPet(NEW);
  const reading = (async () => {
    for await (const event of petStore.followEvents({ after, limit: 1 }, options)) {
      positions.push(event.position);
      if (event.data.id !== pet.id) continue;
      seen.push(event.type);
      if (event.type === 'pet.updated') expect(event.previous).toEqual({ name: 'Rex' });
      if (event.type === 'pet.deleted') ending.abort(new Error('enough'));
    }
  })();
  await petStore.deletePet(await petStore.updatePet(pet, { name: 'Max' }));
  await expect(reading).rejects.toThrow('enough');
  expect(seen).toEqual(['pet.created', 'pet.updated', 'pet.deleted']);
  expect(positions).toEqual(positions.map((_, index) => after + BigInt(index + 1)));
  const again = await petStore.listEvents({ after, limit: 1 });
  expect(again.items.map(({ position }) => position)).toEqual([after + 1n]);
  expect(again.after).toBe(after + 1n);
});

test('follows the orders of its account', async () => {
  const { after } = await petStore.listEvents({ about: 'orders', after: 'latest' });
  const pet = await petStore.createPet(NEW);
  const order = await petStore.placeOrder({ petId: pet.id });
  for await (const event of petStore.followEvents({ about: 'orders', after }, { pause: 20 })) {
    if (event.data.petId !== pet.id) continue;
    expect(event).toMatchObject({ type: 'order.placed', data: order });
    break;
  }
  await petStore.cancelOrder(order.id);
});

test('keeps a copy of all pets, with what is changed, deleted and created later', async () => {
  const [changed, deleted] = [await petStore.createPet(NEW), await petStore.createPet(NEW)];
  const copies = petStore.copyPets({ pause: 20 })[Symbol.asyncIterator]();
  const next = async () => (await copies.next()).value as ReadonlyMap<bigint, Pet>;
  let copy = await next();
  expect([copy.get(changed.id), copy.get(deleted.id)]).toEqual([changed, deleted]);
  const sold = await petStore.updatePet(changed, { status: 'sold' });
  await petStore.deletePet(deleted);
  const created = await petStore.createPet(NEW);
  while (!copy.has(created.id)) copy = await next();
  expect([copy.get(changed.id), copy.get(deleted.id)]).toEqual([sold, undefined]);
  await copies.return?.();
});
