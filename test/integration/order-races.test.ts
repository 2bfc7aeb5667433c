import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { buildDeletePet } from '../../functions/delete-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildUpdatePet } from '../../functions/update-pet/store.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OUTSIDER, OWNER, petCreator, STRANGER } from '../support/stored-pets.ts';

/** How often each race is run: RACES=100 for figures. */
const ROUNDS = Number(process.env['RACES'] ?? 3);

jest.setTimeout(20 * 60_000);

let engine: TestEngine;
let orders: ReturnType<typeof orderStore>;
let create: ReturnType<typeof petCreator>;
let getPet: ReturnType<typeof buildGetPet>;
let update: ReturnType<typeof buildUpdatePet>;
let remove: ReturnType<typeof buildDeletePet>;

beforeAll(async () => {
  engine = await openEngine();
  orders = orderStore(engine);
  create = petCreator(engine);
  getPet = buildGetPet(engine.client, engine.tables.pets);
  update = buildUpdatePet(engine.client, engine.tables.pets);
  remove = buildDeletePet(engine.client, engine.tables.pets);
});
afterAll(() => engine.close());

/** The codes that all were refused with, and what the others gave. */
const race = async <Result>(runners: readonly Promise<Result>[]) => {
  const results = await Promise.allSettled(runners);
  return {
    won: results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    codes: results.flatMap((each) =>
      each.status === 'rejected' ? [String((each.reason as { code?: unknown }).code)] : [],
    ),
  };
};

/** Milliseconds that placing an order takes: its id first, and then the transaction. */
const PLACING = 8;

/** Begins a rival of an order at some moment while the order is placed. */
const meanwhile = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await setTimeout(Math.random() * PLACING);
  return work();
};

const rounds = Array.from({ length: ROUNDS }, (_, index) => index);
const tally: Record<string, number> = {};
const count = (what: string, times = 1) => {
  tally[what] = (tally[what] ?? 0) + times;
};
afterAll(() => {
  process.stderr.write(`${ROUNDS} races each: ${JSON.stringify(tally)}\n`);
});

test('of 20 writers with one tag exactly one changes the pet', async () => {
  for (const _ of rounds) {
    const pet = await create();
    const { won, codes } = await race(
      Array.from({ length: 20 }, (_, n) => update(pet.id, { name: `${n}` }, change(pet.revision))),
    );
    expect(won).toHaveLength(1);
    expect(codes).toEqual(Array(19).fill('precondition_failed'));
    expect(await getPet(pet.id)).toEqual(won[0]);
    count('tag: won', won.length);
    count('tag: 412', codes.length);
  }
});

test('of 40 clients of two accounts exactly one gets the pet', async () => {
  for (const _ of rounds) {
    const { id } = await create();
    const { won, codes } = await race(
      Array.from({ length: 40 }, (_, n) => orders.place(id, n % 2 === 0 ? OWNER : STRANGER)),
    );
    expect(won).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['pet_not_available']));
    expect(await getPet(id)).toMatchObject({ status: 'pending', openOrderId: won[0]?.id });
    count('order: won', won.length);
    count('order: 409', codes.length);
  }
});

/** Does each so often, all at once and in any order. */
const atOnce = <Result>(times: number, work: readonly (() => Promise<Result>)[]) =>
  Array.from({ length: times }, () => work)
    .flat()
    .map((each) => ({ each, place: Math.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each());

/** Both sides of an order for a pet of OWNER, and the roles that they have in it. */
const SIDES = [
  [OWNER, 'owner'],
  [STRANGER, 'customer'],
] as const;

/** Holds that both sides and the pet of an order agree on its end, and gives that. */
const endOf = async (id: bigint, petId: bigint, sides: typeof SIDES | readonly []) => {
  const order = await orders.get(OWNER, id);
  for (const [accountId, role] of sides) {
    expect(toOrder(await orders.get(accountId, id))).toEqual({ ...toOrder(order), role });
  }
  const pet = await getPet(petId);
  expect(pet.status).toBe(order.status === 'completed' ? 'sold' : 'available');
  expect(pet.openOrderId).toBeUndefined();
  return order.status;
};

test('of complete and cancel at once by both sides one happens, to both and the pet alike', async () => {
  for (const _ of rounds) {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, STRANGER);
    const { won, codes } = await race(
      atOnce(10, [
        () => orders.complete(OWNER, id),
        () => orders.cancel(STRANGER, id),
        () => orders.complete(STRANGER, id),
        () => orders.cancel(OWNER, id),
      ]),
    );
    const status = await endOf(id, petId, SIDES);
    const wins = status === 'completed' ? 10 : 20;
    expect(won.map((order) => order.status)).toEqual(Array(wins).fill(status));
    expect(codes.toSorted()).toEqual([
      ...Array(10).fill('not_owner'),
      ...Array(30 - wins).fill('order_closed'),
    ]);
    count(`close by two accounts: ${status}`);
  }
});

test('of complete and cancel at once of the order of an own pet one happens', async () => {
  for (const _ of rounds) {
    const { id: petId } = await create();
    const { id } = await orders.place(petId);
    const { won, codes } = await race(
      atOnce(20, [() => orders.complete(OWNER, id), () => orders.cancel(OWNER, id)]),
    );
    const status = await endOf(id, petId, []);
    expect(won.map((order) => order.status)).toEqual(Array(20).fill(status));
    expect(codes).toEqual(Array(20).fill('order_closed'));
    count(`close by one account: ${status}`);
  }
});

test('of a close and the next order at once, the pet is with the one order that is open', async () => {
  for (const _ of rounds) {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, STRANGER);
    const [closed, ...placed] = await Promise.allSettled([
      orders.cancel(OWNER, id),
      ...Array.from({ length: 10 }, () => meanwhile(() => orders.place(petId, OUTSIDER))),
    ]);
    expect(closed.status).toBe('fulfilled');
    const won = placed.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(won.length).toBeLessThanOrEqual(1);
    expect(await getPet(petId)).toMatchObject(
      won[0] ? { status: 'pending', openOrderId: won[0].id } : { status: 'available' },
    );
    for (const [accountId] of SIDES) {
      expect(await orders.get(accountId, id)).toMatchObject({ status: 'cancelled' });
    }
    count(`cancel and place: ${won.length === 1 ? 'ordered again' : 'available'}`);
  }
});

test('of place and delete at once one happens', async () => {
  for (const _ of rounds) {
    const { id } = await create();
    const [placed, deleted] = await Promise.allSettled([
      orders.place(id),
      meanwhile(() => remove(id, change())),
    ]);
    if (deleted.status === 'fulfilled') {
      expect(placed).toMatchObject({ status: 'rejected', reason: { code: 'pet_not_found' } });
      await expect(getPet(id)).rejects.toMatchObject({ code: 'pet_not_found' });
    } else {
      expect(deleted.reason).toMatchObject({ code: 'pet_ordered' });
      expect(placed).toMatchObject({ status: 'fulfilled' });
    }
    count(`place and delete: ${deleted.status === 'fulfilled' ? 'deleted' : 'placed'}`);
  }
});

test('of place and a change of status at once both are seen by the other', async () => {
  for (const _ of rounds) {
    const { id } = await create();
    const [placed, changed] = await Promise.allSettled([
      orders.place(id),
      meanwhile(() => update(id, { status: 'sold' }, change())),
    ]);
    const pet = await getPet(id);
    if (placed.status === 'fulfilled') {
      expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'pet_ordered' } });
      expect(pet).toMatchObject({ status: 'pending', openOrderId: placed.value.id });
    } else {
      expect(placed.reason).toMatchObject({ code: 'pet_not_available' });
      expect(pet).toMatchObject({ status: 'sold' });
      expect(pet.openOrderId).toBeUndefined();
    }
    count(`place and change: ${placed.status === 'fulfilled' ? 'placed' : 'changed'}`);
  }
});

test('of place and a change of name at once both happen', async () => {
  for (const _ of rounds) {
    const { id } = await create();
    const [placed, changed] = await Promise.all([
      orders.place(id),
      meanwhile(() => update(id, { name: 'Max' }, change())),
    ]);
    expect(changed).toMatchObject({ name: 'Max' });
    expect(await getPet(id)).toMatchObject({
      name: 'Max',
      status: 'pending',
      openOrderId: placed.id,
    });
    count('place and rename: both');
  }
});

test('of place, a change of status and delete at once the last state is what was answered', async () => {
  for (const _ of rounds) {
    const { id } = await create();
    const [placed, changed, deleted] = await Promise.allSettled([
      orders.place(id),
      meanwhile(() => update(id, { status: 'sold' }, change())),
      meanwhile(() => remove(id, change())),
    ]);
    const pet = await getPet(id).catch(({ code }: { code: string }) => code);
    if (deleted.status === 'fulfilled') {
      expect(pet).toBe('pet_not_found');
      expect(placed.status).toBe('rejected');
      count('place, change and delete: deleted');
    } else {
      expect(deleted.reason).toMatchObject({ code: 'pet_ordered' });
      expect(changed).toMatchObject({ status: 'rejected', reason: { code: 'pet_ordered' } });
      const order = placed.status === 'fulfilled' ? placed.value.id : undefined;
      expect(pet).toMatchObject({ status: 'pending', openOrderId: order });
      count('place, change and delete: placed');
    }
  }
});
