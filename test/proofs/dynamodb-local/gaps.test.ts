import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildListPets, type PetsPageRequest } from '../../../functions/list-pets/store.ts';
import { CAPACITY, type Capacity, reads } from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { setCounter } from '../../support/set-counter.ts';
import { CATEGORIES, deletePets, fillPets } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let measure: Meter;
const list = (page: PetsPageRequest) => buildListPets(engine.client, engine.tables.pets)(page);

describe.each([1_000, 100_000])('with %i pets, a page costs the same, and is full,', (pets) => {
  const FAR = 8_000_000;
  const categoryId = CATEGORIES.half;
  /** The first pets keep their ids; the rest have others than they were filled with. */
  const HALF = pets / 2;

  beforeAll(async () => {
    engine = await openEngine();
    measure = openMeter(engine);
    await fillPets(engine, HALF, FAR);
    await fillPets(engine, HALF, 2 * FAR + HALF);
    await setCounter(engine, 'pets', 4 * FAR);
  }, 240_000);
  afterAll(() => engine.close());

  const expectPage = async (page: PetsPageRequest, expected: Capacity, pageOf = page.limit) => {
    const expectFull = async () => {
      expect((await list(page)).items).toHaveLength(pageOf);
    };
    expect(await measure(expectFull)).toEqual(expected);
  };

  test('where eight million ids before all pets are missing', async () => {
    await expectPage({ after: 0n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: 0n, limit: 100 }, CAPACITY.list100);
  });

  test('where eight million ids between two pets of the page are missing', async () => {
    const after = BigInt(FAR + HALF);
    await expectPage({ after: after - 10n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: after - 50n, limit: 100 }, CAPACITY.list100);
  });

  test('where eight million ids after the last pet are missing', async () => {
    const last = BigInt(2 * FAR + 2 * HALF);
    await expectPage({ after: last - 20n, limit: 20 }, CAPACITY.list20);
    // DynamoDB Local counts nothing for a query that finds nothing; AWS counts a unit.
    await expectPage({ after: last, limit: 20 }, reads(0), 0);
  });

  test('where 99 of 100 pets were deleted one by one', async () => {
    await deletePets(engine, 2 * FAR + HALF, HALF, (nth) => nth % 100 !== 0);
    const after = BigInt(2 * FAR + HALF);
    // As many as there are at 1,000 pets in all.
    await expectPage({ after, limit: 4 }, reads(1));
    if (HALF < 10_000) return;
    await expectPage({ after, limit: 20 }, CAPACITY.list20);
    await expectPage({ after, limit: 100 }, CAPACITY.list100);
    await expectPage({ after, limit: 20, status: 'available' }, CAPACITY.list20OfStatus);
    await expectPage({ after, limit: 20, categoryId }, CAPACITY.list20OfCategory);
  }, 240_000);

  test('where all pets before it were deleted in a row', async () => {
    await fillPets(engine, pets, 3 * FAR);
    await deletePets(engine, FAR, HALF, () => true);
    await deletePets(engine, 2 * FAR + HALF, HALF, () => true);
    await expectPage({ after: 0n, limit: 20 }, CAPACITY.list20);
    await expectPage({ after: 0n, limit: 100 }, CAPACITY.list100);
    await expectPage({ after: 0n, limit: 20, status: 'available' }, CAPACITY.list20OfStatus);
    await expectPage({ after: 0n, limit: 20, categoryId }, CAPACITY.list20OfCategory);
  }, 240_000);
});
