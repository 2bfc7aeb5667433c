import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { rangeOf } from '../../lib/pets/id-range.ts';
import type { NewPet } from '../../lib/pets/pet.ts';
import type { TestEngine } from '../support/engine.ts';
import { setCounter } from '../support/set-counter.ts';

/** Makes a pet about 222 bytes large as it is stored. */
export const NAME = 'x'.repeat(182);

/** Pets of the rare status, however many there are in all; they are spread evenly. */
export const RARE = 25;

/** BatchWriteItem takes 25 items; as many requests are under way together. */
const BATCH = 25;
const UNDER_WAY = 16;

/** Stores pets with the ids from 1 to `count`, a multiple of 1,000, as creates would have. */
export const fillPets = async (engine: TestEngine, count: number): Promise<void> => {
  const { client, tables } = engine;
  const put = (id: number) => {
    const status: NewPet['status'] = id % (count / RARE) === 0 ? 'sold' : 'available';
    const Item = { idRange: rangeOf(BigInt(id)), id, name: NAME, categoryId: 7, status };
    return { PutRequest: { Item } };
  };
  let stored = 0;
  const writeBatches = async () => {
    while (stored < count) {
      const puts = Array.from({ length: BATCH }, (_, index) => put(stored + index + 1));
      stored += BATCH;
      await client.send(new BatchWriteCommand({ RequestItems: { [tables.pets]: puts } }));
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, writeBatches));
  await setCounter(engine, count);
};
