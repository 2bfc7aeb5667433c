import type { TestEngine } from '../../support/engine.ts';
import { petStore } from '../../support/stored-pets.ts';

/** Pets that are there before: each partition of the table has as many. */
export const COUNT = 4096;

/** As long as that of a pet of usual size. */
const NAME = 'x'.repeat(128);

const CATEGORIES = 7;

/** Accounts that own pets and order them: an account's limit is far below what all together may do. */
const ACCOUNTS = 50;

/** The account that the nth pet belongs to, and another one. */
export const accountOf = (nth: number): string =>
  `acct_${String(nth % ACCOUNTS).padStart(16, '0')}`;

/** Whether the pet with this id is in the first category. */
export const isOfFirst = (id: number): boolean => id % CATEGORIES === 0;

/** The pet that is created as the nth. */
export const newPet = (nth: number) => ({
  name: NAME,
  categoryId: BigInt(nth % CATEGORIES),
  accountId: accountOf(nth),
});

/** Does work so many times, sixteen at once. */
export const inParallel = async (
  times: number,
  work: (nth: number) => Promise<unknown>,
): Promise<void> => {
  let begun = 0;
  const go = async () => {
    while (begun < times) {
      begun += 1;
      await work(begun - 1);
    }
  };
  await Promise.all(Array.from({ length: 16 }, go));
};

/** Creates the pets, past the meter: their ids are 1 to COUNT. */
export const fillPets = async (engine: TestEngine): Promise<void> => {
  const { create } = petStore(engine);
  // Their ids follow the order in which they are sent.
  for (let id = 1; id <= COUNT; id += 1) await create(newPet(id));
};
