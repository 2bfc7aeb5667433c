import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { NewPet } from '../../functions/create-pet/new-pet.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { anyCharacter } from '../support/any-character.ts';
import { call } from '../support/client.ts';
import { queryFrom } from '../support/walk-from.ts';

const SIZE = 300;
const CONCURRENCY = 16;

/** Lets the filtered list catch up with the index. */
const CATCH_UP = 15_000;

/** Animals whose names use all of Unicode and whose categories all of int64. */
const animals: NewPet[] = fc.sample(
  fc.record({
    name: fc
      .string({ unit: anyCharacter, minLength: 1, maxLength: 256 })
      .filter((name) => [...name].length <= 256 && /\P{White_Space}/u.test(name)),
    categoryId: fc.bigInt({ min: INT64_MIN, max: INT64_MAX }),
    status: fc.constantFrom('available', 'pending', 'sold'),
  }),
  { numRuns: SIZE, seed: 20_261_121 },
);

const catalogue: Pet[] = [];

const walk = async (query: string): Promise<Pet[]> => {
  const pets: Pet[] = [];
  let next: string | undefined = `/pets?${query}`;
  while (next !== undefined) {
    const answer = await call(next);
    expect(answer.status).toBe(200);
    const page = answer.body as Pet[];
    pets.push(...page);
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
    const limit = Number(new URLSearchParams(query).get('limit'));
    if (next !== undefined) expect(page).toHaveLength(limit);
  }
  return pets;
};

const fromFirst = (limit: number, status?: string): string =>
  queryFrom(catalogue[0]?.id ?? 1n, limit, status);

/** The pets of the catalogue among others that the service may hold. */
const ours = (pets: readonly Pet[]): Pet[] => {
  const ids = new Set(catalogue.map(({ id }) => id));
  return pets.filter(({ id }) => ids.has(id));
};

beforeAll(async () => {
  const waiting = animals.values();
  const load = async () => {
    for (const animal of waiting) {
      const answer = await call('/pets', { method: 'POST', body: animal });
      expect(answer.status).toBe(201);
      const pet = answer.body as Pet;
      expect(pet).toEqual({ ...animal, id: pet.id });
      catalogue.push(pet);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, load));
  catalogue.sort((one, other) => (one.id < other.id ? -1 : 1));
});

describe('a catalogue that is loaded concurrently', () => {
  test('has an id for each animal', () => {
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(SIZE);
  });

  test.each([100, 33])(
    'reads back in pages of %p: every pet once, in order, exact',
    async (limit) => {
      const pets = await walk(fromFirst(limit));
      expect(ours(pets)).toEqual(catalogue);
      const ids = pets.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((one, other) => (one < other ? -1 : 1)));
    },
  );

  test.each(['available', 'pending', 'sold'])(
    'reads back by status %s: those pets, and no others',
    async (status) => {
      const expected = catalogue.filter((pet) => pet.status === status);
      const deadline = Date.now() + CATCH_UP;
      let pets = await walk(fromFirst(50, status));
      while (ours(pets).length < expected.length && Date.now() < deadline) {
        pets = await walk(fromFirst(50, status));
      }
      expect(ours(pets)).toEqual(expected);
      expect(pets.every((pet) => pet.status === status)).toBe(true);
    },
  );
});
