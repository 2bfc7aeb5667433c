import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { MalformedItemError, StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { IdTakenError } from '../../lib/storage/id-counter.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import type { TestEngine } from '../support/engine.ts';
import { expectRefused } from '../support/expect-refused.ts';
import { openLostAnswers } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OWNER, petStore, STRANGER, setCounter } from '../support/stored-pets.ts';
import { atOnce } from './changes.ts';

const engine = await openTables();

const { tables } = engine;
const lost = await openLostAnswers(engine);
const orders = orderStore(engine);
const { create, get: getPet, update, remove } = petStore(engine);

const newKey = (accountId = OWNER) => ({ accountId, key: crypto.randomUUID() });
/** The newest order of the account that pets belong to. */
const newest = () => orders.list({ accountId: OWNER, after: INT64_MAX, limit: 1 });

/** A client that finds no pet when it reads one. */
const seesNoPet = (client: TestEngine['client']) => {
  const other = Object.create(client) as TestEngine['client'];
  const send = client.send.bind(client) as (command: unknown) => Promise<unknown>;
  const find = async (command: unknown) => (command instanceof GetCommand ? {} : send(command));
  return Object.assign(other, { send: find });
};

describe('placing an order', () => {
  test('stores it, and makes its pet pending in another state', async () => {
    const pet = await create();
    const order = await orders.place(pet.id);
    const own = { accountId: OWNER, role: 'owner' };
    expect(order).toMatchObject({ petId: pet.id, status: 'placed', ...own });
    expect(order).not.toHaveProperty('otherAccountId');
    expect(order.updatedAt).toBe(order.createdAt);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
    const held = await getPet(pet.id);
    expect(held).toMatchObject({ status: 'pending', heldBy: order.id, name: pet.name });
    expect(held.revision).not.toBe(pet.revision);
  });

  test('for a pet that came after it was looked for is 404, or works if it is the own one', async () => {
    const late = orderStore({ ...engine, client: seesNoPet(engine.client) });
    const { id } = await create();
    await expectRefused(late.place(id, STRANGER), 'pet_not_found');
    expect(await getPet(id)).toMatchObject({ status: 'available' });
    expect(await late.place(id, OWNER)).toMatchObject({ role: 'owner' });
  });

  test('by 20 clients of two accounts at once gives one of them the pet', async () => {
    const { id } = await create();
    const { won, errors } = await atOnce((nth) => orders.place(id, nth % 2 ? OWNER : STRANGER));
    expect(won).toHaveLength(1);
    for (const error of errors) expect(error).toMatchObject({ code: 'pet_not_available' });
    expect(await getPet(id)).toMatchObject({ status: 'pending', heldBy: won[0]?.id });
  });

  test.each(['pending', 'sold'] as const)('is refused for a pet that is %s', async (status) => {
    const pet = await create({ status });
    const [before, idempotency] = [await newest(), newKey()];
    const place = () => orders.placeOrder({ petId: pet.id, accountId: OWNER }, idempotency);
    await expectRefused(orders.place(pet.id), 'pet_not_available');
    await expectRefused(place(), 'pet_not_available');
    expect(await getPet(pet.id)).toEqual(pet);
    expect(await newest()).toEqual(before);
    // The key is unused.
    await update(pet.id, { status: 'available' }, change());
    expect((await place()).replayed).toBe(false);
  });

  test('is not refused for a sold pet while an earlier attempt of it may still take effect', async () => {
    const { id } = await create({ status: 'sold' });
    lost.loseRequest('TransactWriteItems');
    const distant = orderStore({ ...engine, client: lost.client });
    await expect(distant.place(id)).rejects.toThrow(StorageTimeoutError);
  });

  test('is refused for a pet that is not there, or was deleted', async () => {
    const { id } = await create();
    await remove(id, change());
    for (const petId of [id, 0n, -1n, INT64_MAX]) {
      await expectRefused(orders.place(petId), 'pet_not_found');
    }
    await expectRefused(getPet(id), 'pet_not_found');
  });

  test('fails for an item that is not a pet, leaves nothing, and leads an operator to it', async () => {
    const petId = 900_000_001n;
    await engine.put('pets', { ...petKey(petId), name: 'Rex', categoryId: 7n, status: 'lost' });
    const before = await newest();
    const fault = `${tables.pets}, shard ${petKey(petId).shard}, id ${petId}: `;
    const error = { name: 'MalformedItemError', message: expect.stringContaining(fault) };
    for (const idempotency of [undefined, newKey()]) {
      const placed = orders.placeOrder({ petId, accountId: OWNER }, idempotency);
      await expect(placed).rejects.toMatchObject(error);
    }
    expect(await newest()).toEqual(before);
  });

  test('never overwrites another order, even if the counter is set back', async () => {
    const order = await orders.place((await create()).id);
    const pet = await create();
    await setCounter(engine, 'orders', order.id - 1n);
    await expect(orders.place(pet.id)).rejects.toThrow(IdTakenError);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
    expect(await getPet(pet.id)).toEqual(pet);
  });

  test('with a key that comes again gives the first answer, though its pet was deleted or is malformed', async () => {
    for (const isDeleted of [true, false]) {
      const { id: petId } = await create({ accountId: STRANGER });
      const idempotency = newKey();
      const place = () => orders.placeOrder({ petId, accountId: OWNER }, idempotency);
      const first = await place();
      expect(first.item).toMatchObject({ role: 'customer', otherAccountId: STRANGER });
      await orders.cancel(STRANGER, first.item.id);
      if (isDeleted) await remove(petId, { accountId: STRANGER, ifMatch: undefined });
      else await engine.put('pets', { ...petKey(petId), accountId: 7n });
      expect(await place()).toEqual({ ...first, replayed: true });
    }
  });
});

describe('closing an order', () => {
  test.each([
    ['complete', OWNER, OWNER, 'completed', 'sold', 'cancel'],
    ['cancel', OWNER, OWNER, 'cancelled', 'available', 'complete'],
    ['complete', STRANGER, OWNER, 'completed', 'sold', 'cancel'],
    ['cancel', STRANGER, OWNER, 'cancelled', 'available', 'complete'],
    ['cancel', STRANGER, STRANGER, 'cancelled', 'available', 'cancel'],
  ] as const)(
    'by %s, of an order by %s, by %s makes it %s for both sides and its pet %s, once',
    async (close, customer, by, status, petStatus, other) => {
      const { id: petId } = await create();
      const order = await orders.place(petId, customer);
      const closed = await orders[close](by, order.id);
      const role = by === OWNER ? 'owner' : 'customer';
      const expected = { ...toOrder(order), status, updatedAt: expect.any(String) };
      expect(toOrder(closed)).toEqual({ ...expected, role });
      for (const accountId of [OWNER, customer]) {
        const seen = { ...toOrder(closed), role: accountId === OWNER ? 'owner' : 'customer' };
        expect(toOrder(await orders.get(accountId, order.id))).toEqual(seen);
        const page = { accountId, after: order.id + 1n, limit: 1, status };
        expect((await orders.list(page)).items).toEqual([seen]);
      }
      const pet = await getPet(petId);
      expect(pet).toMatchObject({ accountId: OWNER, status: petStatus });
      expect(pet.heldBy).toBeUndefined();
      expect(await orders[close](by, order.id)).toEqual({ ...closed, isNew: false });
      if (other !== close) {
        await expectRefused(orders[other](OWNER, order.id), 'order_closed');
      }
      expect(await getPet(petId)).toEqual(pet);
    },
  );

  test('as completed is for the owner of the pet', async () => {
    const { id } = await orders.place((await create()).id, STRANGER);
    await expectRefused(orders.complete(STRANGER, id), 'not_owner');
    expect(await orders.get(STRANGER, id)).toMatchObject({ status: 'placed' });
  });

  test('fails where the pet is not held by it, and changes neither', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId);
    await engine.update('pets', petKey(petId), { heldBy: undefined });
    await expect(orders.complete(OWNER, order.id)).rejects.toThrow(MalformedItemError);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
  });

  test('fails where the other side is missing, and changes neither the order nor its pet', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId, STRANGER);
    await engine.remove('orders', { accountId: OWNER, id: order.id });
    await expect(orders.cancel(STRANGER, order.id)).rejects.toThrow(
      `${tables.orders}, id ${order.id}: is open on one side only`,
    );
    expect(await orders.get(STRANGER, order.id)).toEqual(order);
    expect(await getPet(petId)).toMatchObject({ heldBy: order.id });
  });

  test('both ways at once happens one way, and both sides and the pet say which', async () => {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, STRANGER);
    const { won, errors } = await atOnce((nth) =>
      nth % 2 === 0 ? orders.complete(OWNER, id) : orders.cancel(STRANGER, id),
    );
    const { status } = await orders.get(OWNER, id);
    expect(won.map((order) => order.status)).toEqual(Array(10).fill(status));
    expect(errors.map(({ code }) => code)).toEqual(Array(10).fill('order_closed'));
    expect(await orders.get(STRANGER, id)).toMatchObject({ status });
    expect(await getPet(petId)).toMatchObject({
      status: status === 'completed' ? 'sold' : 'available',
    });
  });
});
