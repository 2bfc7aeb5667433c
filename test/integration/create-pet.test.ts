import { describe, expect, test } from '@jest/globals';
import { buildCreatePet } from '../../functions/create-pet/store.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { change, OWNER, petStore } from '../support/stored-pets.ts';

const engine = await openTables();
const lost = await openLostAnswers(engine);

const { create, get, update, remove } = petStore(engine);
const rex = { name: 'Rex', categoryId: 7n, status: 'available', accountId: OWNER } as const;
const revision = expect.stringMatching(/^[\w-]{16}$/);

/** Creates a pet with an id that was given before, or is free. */
const createAs = async (id: bigint, client = engine.client): Promise<PetItem> =>
  (await buildCreatePet(client, engine.tables, async () => id)(rex)).item;

describe('creating a pet', () => {
  test('gives it the next id, and it can be read at once', async () => {
    const first = await create();
    const second = await create({ status: 'sold' });
    expect(second).toEqual({ ...rex, status: 'sold', id: first.id + 1n, revision });
    expect([await get(first.id), await get(second.id)]).toEqual([first, second]);
  });

  test('a hundred times at once gives a hundred ids, and no id comes again', async () => {
    const pets = await Promise.all(Array.from({ length: 100 }, () => create()));
    const ids = pets.map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe(100);
    const last = BigInt(Math.max(...ids));
    await remove(last, change());
    expect((await create()).id).toBeGreaterThan(last);
  });

  test('never overwrites another pet or takes it for its own, even if the counter is set back', async () => {
    const pet = await create();
    await expect(createAs(pet.id)).rejects.toThrow(/is taken/);
    expect(await get(pet.id)).toEqual(pet);
  });

  test('gives the pet, once, where the first answer is lost, and keeps a change in between', async () => {
    const id = 7_000_000n;
    lost.loseAnswer('PutItem', () => update(id, { status: 'sold' }, change()));
    const pet = await createAs(id, lost.client);
    expect(pet).toEqual({ ...rex, id, revision });
    expect(await get(id)).toEqual({ ...pet, status: 'sold', revision });
  });
});
