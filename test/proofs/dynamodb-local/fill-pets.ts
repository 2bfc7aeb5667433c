import type { PetInput } from '../../../functions/create-pet/pet-input.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../../lib/pets/status-index.ts';
import type { TestEngine } from '../../support/engine.ts';
import { setCounter } from '../../support/set-counter.ts';
import { OWNED } from '../../support/stored-pets.ts';
import { writeAll } from './write-all.ts';

/** Makes a pet about 234 bytes large as it is stored. */
export const NAME = 'x'.repeat(128);

/** Pets of the rare status, however many there are in all; they are spread evenly. */
export const RARE = 25;

/** The categories of half of the pets, of one in a hundred, and of none. */
export const CATEGORIES = { half: 50n, hundredth: 1n, none: 0n } as const;

const categoryOf = (nth: number): bigint => {
  if (nth % 2 === 0) return CATEGORIES.half;
  return nth % 100 === 1 ? CATEGORIES.hundredth : 7n;
};

/** Stores `count` pets, a multiple of 500, whose ids follow `after`, as creates would have. */
export const fillPets = async (engine: TestEngine, count: number, after = 0): Promise<void> => {
  await writeAll(engine, 'pets', count, (nth) => {
    const status: PetInput['status'] = nth % (count / RARE) === 0 ? 'sold' : 'available';
    const id = BigInt(after + nth);
    const Item = {
      ...petKey(id),
      ...OWNED,
      name: NAME,
      categoryId: categoryOf(nth),
      ...statusAttributes({ id, status }),
    };
    return { PutRequest: { Item } };
  });
  await setCounter(engine, 'pets', after + count);
};

/** Deletes those of `count` pets whose ids follow `after` that the choice, by their number from 1, falls on. */
export const deletePets = (
  engine: TestEngine,
  after: number,
  count: number,
  choose: (nth: number) => boolean,
): Promise<void> =>
  writeAll(engine, 'pets', count, (nth) =>
    choose(nth) ? { DeleteRequest: { Key: petKey(BigInt(after + nth)) } } : undefined,
  );
