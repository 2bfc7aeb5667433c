import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { allPets, createPet, createPetStore, type Pet } from '../../docs/client/pet-store.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/int64.ts';
import { serviceUnderTest } from '../support/client.ts';
import { type Relay, startRelay } from '../support/relay.ts';

const { baseUrl, apiKey } = serviceUnderTest();
const petStore = createPetStore(baseUrl, apiKey);

const walk = async (limit: number): Promise<Pet[]> => {
  const pets: Pet[] = [];
  for await (const pet of allPets(petStore, { limit })) pets.push(pet);
  return pets;
};

describe('the client of docs/client', () => {
  test('pages through all pets and keeps every digit of an int64', async () => {
    const exact = [9007199254740993n, INT64_MAX, INT64_MIN, -9007199254740993n, 0n];
    const categories = Array.from({ length: 5 }, () => exact).flat();
    const created = await Promise.all(
      categories.map((categoryId) => createPet(petStore, { name: 'Rex', categoryId })),
    );
    expect(created.map(({ categoryId }) => categoryId)).toEqual(categories);
    const pets = await walk(10);
    const ids = new Set(created.map(({ id }) => id));
    expect(pets.filter(({ id }) => ids.has(id))).toEqual(
      created.sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(new Set(pets.map(({ id }) => id)).size).toBe(pets.length);
  });

  test('finds the int64s of one pet too', async () => {
    const { id } = await createPet(petStore, { name: 'Tom', categoryId: INT64_MAX });
    const { data } = await petStore.GET('/pets/{petId}', { params: { path: { petId: id } } });
    expect(data).toEqual({ id, name: 'Tom', categoryId: INT64_MAX, status: 'available' });
  });

  test('throws what the service says of a mistake', async () => {
    const nameless = createPet(petStore, { name: '', categoryId: 1n });
    await expect(nameless).rejects.toThrow(/^validation_failed: name /);
    const stranger = createPetStore(baseUrl, 'pet_test_nobody');
    await expect(allPets(stranger).next()).rejects.toThrow(/^unauthorized: /);
  });

  test('has an example that runs', async () => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../docs/client/example.ts')],
      { env: { ...process.env, BASE_URL: baseUrl, API_KEY: apiKey } },
    );
    expect(stdout).toMatch(
      /^Created pet (\d+) of category 9007199254740993: available\nFound pet \1 of category 9007199254740993\nThere are \d+ pets\n$/,
    );
  });
});

describe('over a network that fails, the client', () => {
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay(baseUrl);
  });
  afterAll(() => relay.close());
  const attempts = async (work: () => Promise<unknown>): Promise<number> => {
    const before = relay.requests();
    await work();
    return relay.requests() - before;
  };
  const named = (name: string) => walk(100).then((pets) => pets.filter((pet) => pet.name === name));
  const create = (name: string) =>
    createPet(createPetStore(relay.url, apiKey), { name, categoryId: 1n });
  const read = () =>
    createPetStore(relay.url, apiKey).GET('/pets', { params: { query: { limit: 1 } } });

  test('waits as long as a 429 says, and creates the pet once', async () => {
    relay.expect('rate_limited', 'rate_limited');
    const start = Date.now();
    const name = `Refused ${start}`;
    expect(await attempts(() => create(name))).toBe(3);
    expect(Date.now() - start).toBeGreaterThanOrEqual(2000);
    expect(await named(name)).toHaveLength(1);
  });

  test('gives up after five attempts', async () => {
    relay.expect(...Array.from({ length: 9 }, () => 'rate_limited' as const));
    const refused = () => expect(create('Rex')).rejects.toThrow(/^rate_limited: /);
    expect(await attempts(refused)).toBe(5);
  });

  test('reads again after 503, 504 and a broken connection', async () => {
    relay.expect('unavailable', 'timeout', 'lost');
    expect(await attempts(async () => expect((await read()).data).toHaveLength(1))).toBe(4);
  });

  test('creates one pet, whatever answers were lost on the way', async () => {
    relay.expect('lost', 'unavailable', 'lost', 'timeout');
    const name = `Lost ${Date.now()}`;
    const pets: Pet[] = [];
    expect(await attempts(async () => pets.push(await create(name)))).toBe(5);
    expect(await named(name)).toEqual(pets);
  });

  test('repeats no write that has no idempotency key', async () => {
    relay.expect('lost');
    const name = `Once ${Date.now()}`;
    const post = () =>
      createPetStore(relay.url, apiKey).POST('/pets', { body: { name, categoryId: 1n } });
    expect(await attempts(() => expect(post()).rejects.toThrow('fetch failed'))).toBe(1);
    expect(await named(name)).toHaveLength(1);
  });
});
