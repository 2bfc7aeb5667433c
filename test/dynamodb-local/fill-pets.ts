import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { NewPet } from '../../functions/create-pet/new-pet.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import type { TestEngine } from '../support/engine.ts';
import { setCounter } from '../support/set-counter.ts';
import { OWNED } from '../support/stored-pets.ts';

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

/** BatchWriteItem takes 25 items; as many requests are under way together. */
const BATCH = 25;
const UNDER_WAY = 4;

/** Stores `count` pets, a multiple of 500, whose ids follow `after`, as creates would have. */
export const fillPets = async (engine: TestEngine, count: number, after = 0): Promise<void> => {
  await writeAll(engine, count, (nth) => {
    const status: NewPet['status'] = nth % (count / RARE) === 0 ? 'sold' : 'available';
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
  await setCounter(engine, after + count);
};

/** Deletes those of `count` pets whose ids follow `after` that the choice, by their number from 1, falls on. */
export const deletePets = (
  engine: TestEngine,
  after: number,
  count: number,
  choose: (nth: number) => boolean,
): Promise<void> =>
  writeAll(engine, count, (nth) =>
    choose(nth) ? { DeleteRequest: { Key: petKey(BigInt(after + nth)) } } : undefined,
  );

/** Writes for each number from 1 to `count`. */
const writeAll = async (
  { client, tables }: TestEngine,
  count: number,
  writeOf: (nth: number) => Write | undefined,
): Promise<void> => {
  let begun = 0;
  const writeBatches = async () => {
    while (begun < count) {
      const first = begun + 1;
      begun += BATCH;
      const writes = Array.from({ length: BATCH }, (_, index) => writeOf(first + index));
      await client.send(
        new BatchWriteCommand({
          RequestItems: { [tables.pets]: writes.filter((each) => each !== undefined) },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, writeBatches));
};

type Write = NonNullable<NonNullable<BatchWriteCommandInput['RequestItems']>[string]>[number];
