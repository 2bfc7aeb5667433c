import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import { buildCreatePet } from '../../functions/create-pet/store.ts';
import { buildFindPets } from '../../functions/list-pets/store.ts';
import type { PetPatch } from '../../functions/update-pet/contract.ts';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import { INT64_MAX, INT64_MIN } from '../../lib/values/int64.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openFaulty, openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OWNER, petStore, STRANGER } from '../support/stored-pets.ts';
import { describeChanges, type Run, type Thing } from './changes.ts';

const engine = await openTables();

const { create, get, update, remove } = petStore(engine);
const faulty = await openFaulty(engine);
const lost = await openLostAnswers(engine);
const orders = orderStore(engine);
const revision = expect.stringMatching(/^[\w-]{16}$/);

const pet = { create: () => create(), get: ({ id }: Thing) => get(BigInt(id)) };
const removePet: Run = (storage, { id }, how) => petStore(storage).remove(BigInt(id), how);
let times = 0;
describeChanges(engine, lost, {
  updatePet: {
    ...pet,
    run: (storage, { id }, how) => {
      times += 1;
      return petStore(storage).update(BigInt(id), { name: `Name ${times}` }, how);
    },
    remove: removePet,
    action: 'UpdateItem',
    codes: ['pet_not_found', 'not_owner', 'precondition_failed'],
  },
  deletePet: {
    ...pet,
    run: removePet,
    action: 'TransactWriteItems',
    codes: ['pet_not_found', 'not_owner', 'pet_not_found'],
  },
});

describe('updating a pet', () => {
  test('changes what a patch names and nothing else, and gives it another revision', async () => {
    const patches: readonly PetPatch[] = [
      { name: '\u{1F436}'.repeat(256) },
      { categoryId: INT64_MIN },
      { status: 'sold' },
      { name: 'Bella', categoryId: INT64_MAX, status: 'pending' },
    ];
    for (const patch of patches) {
      const pet = await create();
      const updated = await update(pet.id, patch, change());
      expect(updated).toEqual({ ...pet, ...patch, revision });
      expect(updated.revision).not.toBe(pet.revision);
      expect(await get(pet.id)).toEqual(updated);
    }
  });

  test('with an empty patch gives the pet as it is, its revision too', async () => {
    const pet = await create();
    expect(await update(pet.id, {}, change())).toEqual(pet);
    expect(await update(pet.id, { name: undefined }, change(pet.revision))).toEqual(pet);
    await expectRefused(update(pet.id, {}, change('other')), 'precondition_failed');
  });
});

test('a pet that an open order holds keeps its status and stays, but its other members change', async () => {
  const { id } = await create();
  const order = await orders.place(id);
  await expectRefused(update(id, { status: 'sold' }, change()), 'pet_ordered');
  await expectRefused(update(id, { name: 'Max', status: 'available' }, change()), 'pet_ordered');
  await expectRefused(remove(id, change()), 'pet_ordered');
  await expectRefused(update(id, { status: 'sold' }, change('other')), 'precondition_failed');
  await expectRefused(remove(id, { accountId: STRANGER, ifMatch: undefined }), 'not_owner');
  expect(await update(id, { name: 'Max', status: 'pending' }, change())).toMatchObject({
    name: 'Max',
    heldBy: order.id,
  });
  await orders.cancel(OWNER, order.id);
  expect(await update(id, { status: 'sold' }, change())).toMatchObject({ status: 'sold' });
  await remove(id, change());
});

const rex = { name: 'Rex', categoryId: 7n, status: 'available', accountId: OWNER } as const;

/** Creates a pet with an id that was given before, or is free. */
const createAs = async (id: bigint, client = engine.client): Promise<PetItem> =>
  (await buildCreatePet(client, engine.tables, async () => id)(rex)).item;

describe('creating a pet', () => {
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
  ])('with a batch halved %p times, %p pets take %p requests', async (times, count, requests) => {
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
  });
});
