import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildFindPets, type FindPets } from '../../functions/list-pets/find-pets.ts';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import { TIME_BUDGET } from '../../lib/process/time-budget.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { faultyClient } from '../support/faulty-client.ts';
import { startFaultyEngine } from '../support/faulty-engine.ts';
import { petCreator, STRANGER } from '../support/stored-pets.ts';

let engine: TestEngine;
let find: FindPets;
const created: PetItem[] = [];

beforeAll(async () => {
  engine = await openEngine();
  find = buildFindPets(engine.client, engine.tables.pets);
  const create = petCreator(engine);
  for (let count = 0; count < 100; count += 1) {
    created.push(await create({ name: `\u{1F436}${count}`.padEnd(250, 'x') }));
  }
  created.push(await create({ accountId: STRANGER }));
});
afterAll(() => engine.close());
afterEach(() => {
  jest.restoreAllMocks();
});

describe('finding pets by their ids', () => {
  test('gives a hundred, in ascending order, in whatever order they are named', async () => {
    const expected = created.slice(0, 100);
    const ids = expected.map(({ id }) => id).sort(() => Math.random() - 0.5);
    expect(await find(ids)).toEqual(expected);
  });

  test('leaves out those that are not there, and gives one that is named twice once', async () => {
    const pet = created.at(-1);
    if (pet === undefined) throw new Error('There is no pet');
    expect(await find([INT64_MAX, pet.id, 0n, -1n, pet.id, INT64_MIN])).toEqual([pet]);
    expect(await find([0n])).toEqual([]);
  });

  test('leaves out an item that is malformed, with a line in the log', async () => {
    const [pet] = created;
    if (pet === undefined) throw new Error('There is no pet');
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const id = 900_000_001n;
    const Item = { ...petKey(id), name: 'Rex', categoryId: 7n };
    await engine.client.send(new PutCommand({ TableName: engine.tables.pets, Item }));
    expect(await find([id, pet.id])).toEqual([pet]);
    expect(String(log.mock.calls[0]?.[0])).toContain('malformed_item');
  });
});

describe('when DynamoDB leaves keys of a batch unprocessed', () => {
  const findHalved = async (ids: readonly bigint[], times = Number.POSITIVE_INFINITY) => {
    const faulty = await startFaultyEngine(engine.endpoint);
    const client = await faultyClient(engine, faulty);
    let asked = 0;
    faulty.choose(() => {
      asked += 1;
      return asked <= times ? 'halved' : 'none';
    });
    try {
      const pets = await buildFindPets(client, engine.tables.pets)(ids);
      return { pets, asked };
    } finally {
      client.destroy();
      faulty.close();
    }
  };
  const expected = () => created.slice(0, 100);
  const ids = () => expected().map(({ id }) => id);

  test.each([1, 5])('%i times, all that were left are read too', async (times) => {
    const { pets, asked } = await findHalved(ids(), times);
    expect(pets).toEqual(expected());
    expect(asked).toBe(times + 1);
  });

  test('each time, a few are read one after the other', async () => {
    const { pets, asked } = await findHalved(ids().slice(0, 20));
    expect(pets).toEqual(expected().slice(0, 20));
    expect(asked).toBe(5);
  });

  test('each time, and too many, the answer is 503, not a part of the pets', async () => {
    const start = Date.now();
    await expect(findHalved(ids())).rejects.toThrow(StorageUnavailableError);
    expect(Date.now() - start).toBeLessThan(TIME_BUDGET.operation);
  });
});
