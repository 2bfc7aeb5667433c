import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, jest, test } from '@jest/globals';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OUTSIDER, OWNER, petStore, STRANGER } from '../support/stored-pets.ts';

/** How often each race is run: RACES=100 for figures. */
const ROUNDS = Number(process.env['RACES'] ?? 3);

jest.setTimeout(20 * 60_000);

const engine = await openTables();

const orders = orderStore(engine);
const { create, get: getPet, update, remove } = petStore(engine);

const tally: Record<string, number> = {};
afterAll(() => {
  if (process.env['RACES']) process.stderr.write(`${JSON.stringify(tally)}\n`);
});

/** Runs a race as often as asked for, and counts how it ended. */
const race = (name: string, run: () => Promise<string>) =>
  test(name, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const end = `${name}: ${await run()}`;
      tally[end] = (tally[end] ?? 0) + 1;
    }
  });

/** What those give that succeed, and the codes that the others are refused with. */
const settle = async <Result>(runners: readonly Promise<Result>[]) => {
  const results = await Promise.allSettled(runners);
  return {
    won: results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    codes: results.flatMap((each) => (each.status === 'rejected' ? [codeOf(each)] : [])),
  };
};
const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? String((result.reason as { code?: unknown }).code) : 'none';

/** Milliseconds that placing an order takes: its id first, and then the transaction. */
const PLACING = 8;

/** Begins a rival of an order at some moment while the order is placed. */
const meanwhile = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  await setTimeout(Math.random() * PLACING);
  return work();
};

race('of 40 clients of two accounts exactly one gets the pet', async () => {
  const { id } = await create();
  const { won, codes } = await settle(
    Array.from({ length: 40 }, (_, n) => orders.place(id, n % 2 === 0 ? OWNER : STRANGER)),
  );
  expect(won).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(['pet_not_available']));
  expect(await getPet(id)).toMatchObject({ status: 'pending', heldBy: won[0]?.id });
  return String(won[0]?.accountId);
});

const SIDES = [
  [OWNER, 'owner'],
  [STRANGER, 'customer'],
] as const;

for (const [whose, customer] of [
  ['a pet of another', STRANGER],
  ['an own pet', OWNER],
] as const) {
  race(`of complete and cancel at once of ${whose} one happens, to all alike`, async () => {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, customer);
    const { won, codes } = await settle(
      Array.from({ length: 10 }, () => [
        () => orders.complete(OWNER, id),
        () => orders.cancel(customer, id),
        () => orders.complete(customer, id),
        () => orders.cancel(OWNER, id),
      ])
        .flat()
        .toSorted(() => Math.random() - 0.5)
        .map((each) => each()),
    );
    const order = await orders.get(OWNER, id);
    if (customer === STRANGER) {
      for (const [accountId, role] of SIDES) {
        expect(toOrder(await orders.get(accountId, id))).toEqual({ ...toOrder(order), role });
      }
    }
    const pet = await getPet(petId);
    expect(pet.status).toBe(order.status === 'completed' ? 'sold' : 'available');
    expect(pet.heldBy).toBeUndefined();
    // A customer may not complete the order of another's pet.
    const strange = customer === STRANGER ? 10 : 0;
    const wins = order.status === 'completed' ? 20 - strange : 20;
    expect(won.map(({ status }) => status)).toEqual(Array(wins).fill(order.status));
    expect(codes.toSorted()).toEqual([
      ...Array(strange).fill('not_owner'),
      ...Array(40 - strange - wins).fill('order_closed'),
    ]);
    return order.status;
  });
}

race(
  'of a close and the next order at once, the pet is with the one order that is open',
  async () => {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, STRANGER);
    const [closed, { won }] = await Promise.all([
      orders.cancel(OWNER, id),
      settle(Array.from({ length: 10 }, () => meanwhile(() => orders.place(petId, OUTSIDER)))),
    ]);
    expect(closed.status).toBe('cancelled');
    expect(won.length).toBeLessThanOrEqual(1);
    expect(await getPet(petId)).toMatchObject(
      won[0] ? { status: 'pending', heldBy: won[0].id } : { status: 'available' },
    );
    for (const [accountId] of SIDES) {
      expect(await orders.get(accountId, id)).toMatchObject({ status: 'cancelled' });
    }
    return won.length === 1 ? 'ordered again' : 'available';
  },
);

race(
  'of place, a rename and a change of status or a delete at once all see each other',
  async () => {
    const { id } = await create();
    const [placed, renamed, changed, deleted] = await Promise.allSettled([
      orders.place(id),
      meanwhile(() => update(id, { name: 'Max' }, change())),
      meanwhile(() => update(id, { status: 'sold' }, change())),
      Math.random() < 0.5
        ? meanwhile(() => remove(id, change()))
        : Promise.reject(new Error('none')),
    ]);
    const pet = await getPet(id).catch(({ code }: { code: string }) => code);
    if (deleted.status === 'fulfilled') {
      expect(pet).toBe('pet_not_found');
      expect(codeOf(placed)).toMatch(/^pet_not_(available|found)$/);
      return 'deleted';
    }
    expect(renamed).toMatchObject({ value: { name: 'Max' } });
    if (placed.status === 'fulfilled') {
      expect(codeOf(changed)).toBe('pet_ordered');
      expect(pet).toMatchObject({ name: 'Max', status: 'pending', heldBy: placed.value.id });
      return 'placed';
    }
    expect([codeOf(placed), codeOf(deleted)]).toEqual(['pet_not_available', 'undefined']);
    expect(pet).toMatchObject({ name: 'Max', status: 'sold' });
    expect(pet).not.toHaveProperty('heldBy', expect.anything());
    return 'changed';
  },
);
