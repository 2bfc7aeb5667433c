import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildFindPets } from '../../functions/list-pets/find-pets.ts';
import { buildListPets } from '../../functions/list-pets/store.ts';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { openFaulty } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { petCreator, STRANGER } from '../support/stored-pets.ts';

const engine = await openTables();
const faulty = await openFaulty(engine);

const create = petCreator(engine);

test('a page that is full leads on only if something follows', async () => {
  const list = buildListPets(engine.client, engine.tables);
  const categoryId = 4_200n;
  const ids = [await create({ categoryId }), await create({ categoryId })].map(({ id }) => id);
  const page = (limit: number) => list({ categoryId, status: undefined, after: 0n, limit });
  expect((await page(2)).next).toBeUndefined();
  expect((await page(1)).next).toBe(ids[0]);
});

describe('finding pets by their ids', () => {
  const expected: PetItem[] = [];
  const ids: bigint[] = [];
  beforeAll(async () => {
    for (let nth = 0; nth < 100; nth += 1) {
      expected.push(await create({ name: `\u{1F436}${nth}`.padEnd(250, 'x') }));
    }
    ids.push(...expected.map(({ id }) => id));
  });
  const find = buildFindPets(engine.client, engine.tables);

  test('gives a hundred, in ascending order, in whatever order they are named', async () => {
    expect(await find(ids.toSorted(() => Math.random() - 0.5))).toEqual(expected);
  });

  test('leaves out those that are not there, and gives one that is named twice once', async () => {
    const pet = await create({ accountId: STRANGER });
    expect(await find([INT64_MAX, pet.id, 0n, -1n, pet.id, INT64_MIN])).toEqual([pet]);
    expect(await find([0n])).toEqual([]);
  });

  test.each([
    [1, 100, 2],
    [5, 100, 6],
    [Number.POSITIVE_INFINITY, 20, 5],
    [Number.POSITIVE_INFINITY, 100, undefined],
  ])(
    'where a batch is halved %p times, %p pets take %p requests',
    async (times, count, requests) => {
      // Pauses take no time.
      jest.spyOn(Math, 'random').mockReturnValue(0);
      let asked = 0;
      faulty.choose(() => {
        asked += 1;
        return asked <= times ? 'halved' : 'none';
      });
      const found = buildFindPets(faulty.client, engine.tables)(ids.slice(0, count));
      if (requests === undefined) {
        // Never a part of the pets.
        await expect(found).rejects.toThrow(StorageUnavailableError);
      } else {
        expect(await found).toEqual(expected.slice(0, count));
        expect(asked).toBe(requests);
      }
    },
  );
});
