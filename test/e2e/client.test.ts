import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/process/env.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { type Pet, PetStore, PetStoreError, Quickstart } from '../../packages/client/src/index.ts';
import { serviceUnderTest } from '../support/client.ts';
import { type Relay, startRelay } from '../support/relay.ts';
import { until } from '../support/until.ts';

const service = serviceUnderTest();
const petStore = new PetStore(service);

// Lists begin with a pet of these tests.
let relay: Relay;
let distant: PetStore;
beforeAll(async () => {
  const { id } = await petStore.createPet({ name: 'First', categoryId: 1n });
  for (let more = 0; more < 4; more += 1) {
    await petStore.createPet({ name: 'Next', categoryId: 1n });
  }
  relay = await startRelay(service.baseUrl, id);
  distant = new PetStore({ ...service, baseUrl: relay.url });
});
afterAll(() => relay.close());

const walk = async (limit: number): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for await (const pet of distant.allPets({ limit })) pets.push(pet);
  return pets;
};

const failure = async (call: Promise<unknown>): Promise<PetStoreError> => {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof PetStoreError)) throw new Error('No PetStoreError', { cause: error });
  return error;
};

describe('the client', () => {
  test('lists all pets by page and keeps every digit of an int64', async () => {
    const exact = [9007199254740993n, INT64_MAX, INT64_MIN, -9007199254740993n, 0n];
    const categories = Array.from({ length: 5 }, () => exact).flat();
    const created = await Promise.all(
      categories.map((categoryId) => petStore.createPet({ name: 'Rex', categoryId })),
    );
    expect(created.map(({ categoryId }) => categoryId)).toEqual(categories);
    const pets = await walk(10);
    const ids = new Set(created.map(({ id }) => id));
    expect(pets.filter(({ id }) => ids.has(id))).toEqual(
      created.sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(new Set(pets.map(({ id }) => id)).size).toBe(pets.length);
  });

  test('changes and deletes a pet, unless somebody else has changed it', async () => {
    const pet = await petStore.createPet({ name: 'Rex', categoryId: INT64_MAX });
    const sold = await petStore.updatePet(pet, { status: 'sold' });
    expect(sold).toEqual({ ...pet, status: 'sold' });
    const outdated = { code: 'precondition_failed', status: 412, safeToRepeat: false };
    expect(await failure(petStore.updatePet(pet, { name: 'Max' }))).toMatchObject(outdated);
    expect(await failure(petStore.deletePet(pet))).toMatchObject(outdated);
    const renamed = await petStore.updatePet(pet.id, { name: 'Max' });
    expect(await petStore.petsByIds([pet.id])).toEqual([{ ...sold, name: 'Max' }]);
    expect(await petStore.deletePet(renamed)).toBeUndefined();
    expect(await petStore.petsByIds([pet.id])).toEqual([]);
    const gone = await failure(petStore.deletePet(renamed));
    expect(gone).toMatchObject({ code: 'pet_not_found', attempts: 1 });
  });

  test('orders a pet, and completes or cancels the order', async () => {
    const pet = await petStore.createPet({ name: 'Rex', categoryId: 1n });
    const cancelled = await petStore.placeOrder({ petId: pet.id });
    expect(await petStore.cancelOrder(cancelled.id)).toMatchObject({ status: 'cancelled' });
    const { id } = await petStore.placeOrder({ petId: pet.id });
    const completed = await petStore.completeOrder(id);
    expect(completed).toMatchObject({ id, petId: pet.id, status: 'completed' });
    expect(await petStore.getOrder(id)).toEqual(completed);
    expect((await petStore.petsByIds([pet.id]))[0]).toMatchObject({ status: 'sold' });
    const listed: bigint[] = [];
    for await (const order of petStore.allOrders({ limit: 1 })) {
      if (order.petId === pet.id) listed.push(order.id);
      if (order.id <= cancelled.id) break;
    }
    expect(listed).toEqual([id, cancelled.id]);
  });

  test('puts, changes, lists and deletes categories, and lists their pets', async () => {
    const id = BigInt(Date.now()) * 1000n;
    const dogs = await petStore.putCategory(id, { name: 'Dogs' }, { onlyNew: true });
    const outdated = { code: 'precondition_failed', status: 412 };
    const again = petStore.putCategory(id, { name: 'Cats' }, { onlyNew: true });
    expect(await failure(again)).toMatchObject(outdated);
    const cats = await petStore.putCategory(dogs, { name: 'Cats' });
    expect(await failure(petStore.putCategory(dogs, { name: 'Birds' }))).toMatchObject(outdated);
    expect(await failure(petStore.deleteCategory(dogs))).toMatchObject(outdated);
    expect(await petStore.getCategory(id)).toEqual(cats);
    const names: string[] = [];
    for await (const category of petStore.allCategories({ limit: 1 })) names.push(category.name);
    expect(names).toContain('Cats');

    const pet = await petStore.createPet({ name: 'Tom', categoryId: id });
    await petStore.createPet({ name: 'Rex', categoryId: id, status: 'sold' });
    const query = { categoryId: id, status: 'available', limit: 1 } as const;
    const listed: Pet[] = [];
    const list = async () => {
      listed.length = 0;
      for await (const each of petStore.allPets(query)) listed.push(each);
      return listed.length > 0;
    };
    await until(list);
    expect(listed).toEqual([pet]);

    await petStore.deleteCategory(cats);
    const gone = await failure(petStore.deleteCategory(id));
    expect(gone).toMatchObject({ code: 'category_not_found', attempts: 1 });
  });

  test('sends a message to the quickstart', async () => {
    const quickstart = new Quickstart({ ...service, baseUrl: requireEnv('QUICKSTART_URL') });
    const options = { idempotencyKey: crypto.randomUUID() };
    const message = await quickstart.createMessage({ message: 'Hello' }, options);
    expect(message).toMatchObject({ message: 'Hello', status: 'queued' });
    expect(await quickstart.createMessage({ message: 'Hello' }, options)).toEqual(message);
  });

  test('throws what the service says about a mistake', async () => {
    const nameless = await failure(petStore.createPet({ name: '', categoryId: 1n }));
    expect(nameless).toMatchObject({
      code: 'validation_failed',
      status: 400,
      message: expect.stringMatching(/^name /),
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
      safeToRepeat: false,
    });
    const stranger = new PetStore({ baseUrl: service.baseUrl, apiKey: 'pet_test_nobody' });
    expect(await failure(stranger.listPets())).toMatchObject({ code: 'unauthorized', status: 401 });
  });
});

describe('over a network that fails, the client', () => {
  const named = (name: string) => walk(100).then((pets) => pets.filter((pet) => pet.name === name));
  const create = (name: string) => distant.createPet({ name, categoryId: 1n });
  const attempts = async (work: () => Promise<unknown>): Promise<number> => {
    const before = relay.requests();
    await work();
    return relay.requests() - before;
  };

  test('waits as long as a 429 says, and creates the pet once', async () => {
    relay.expect('rate_limited', 'rate_limited');
    const start = Date.now();
    const name = `Refused ${start}`;
    expect(await attempts(() => create(name))).toBe(3);
    expect(Date.now() - start).toBeGreaterThanOrEqual(2000);
    expect(await named(name)).toHaveLength(1);
  });

  test('gives up after five attempts, and says that a repeat is safe', async () => {
    relay.expect(...Array.from({ length: 9 }, () => 'rate_limited' as const));
    const sent = await attempts(async () =>
      expect(await failure(create('Rex'))).toMatchObject({
        code: 'rate_limited',
        safeToRepeat: true,
        attempts: 5,
        retryAfter: 1,
        idempotencyKey: expect.stringMatching(/^[\da-f-]{36}$/),
      }),
    );
    expect(sent).toBe(5);
  });

  test('reads again after 503, 504 and a broken connection', async () => {
    relay.expect('unavailable', 'timeout', 'lost');
    const read = async () => expect((await distant.listPets({ limit: 1 })).items).toHaveLength(1);
    expect(await attempts(read)).toBe(4);
  });

  test('creates one pet when answers are lost on the way', async () => {
    relay.expect('lost', 'unavailable', 'lost', 'timeout');
    const name = `Lost ${Date.now()}`;
    const pets: Pet[] = [];
    expect(await attempts(async () => pets.push(await create(name)))).toBe(5);
    expect(await named(name)).toEqual(pets);
  });

  test('deletes a pet when the answer is lost, and repeats no change with a tag', async () => {
    const pet = await petStore.createPet({ name: 'Rex', categoryId: 1n });
    relay.expect('lost');
    const change = async () =>
      expect(await failure(distant.updatePet(pet, { name: 'Max' }))).toMatchObject({
        code: 'no_answer',
        safeToRepeat: false,
      });
    expect(await attempts(change)).toBe(1);
    relay.expect('lost');
    expect(await attempts(() => distant.deletePet(pet.id))).toBe(2);
    expect(await petStore.petsByIds([pet.id])).toEqual([]);
  });

  test('repeats a put of a category only without a condition', async () => {
    const id = BigInt(Date.now()) * 1000n + 1n;
    relay.expect('lost');
    expect(await attempts(() => distant.putCategory(id, { name: 'Dogs' }))).toBe(2);
    relay.expect('lost');
    const change = async () =>
      expect(
        await failure(distant.putCategory(id, { name: 'Cats' }, { onlyNew: true })),
      ).toMatchObject({
        code: 'no_answer',
        safeToRepeat: false,
      });
    expect(await attempts(change)).toBe(1);
    relay.expect('lost');
    expect(await attempts(() => distant.deleteCategory(id))).toBe(2);
  });
});
