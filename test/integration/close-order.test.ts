import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, test } from '@jest/globals';
import { MalformedItemError } from '../../lib/errors/storage-errors.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { OUTSIDER, OWNER, petStore, STRANGER } from '../support/stored-pets.ts';

const engine = await openTables();

const { client, tables } = engine;
const orders = orderStore(engine);
const { create, get: getPet } = petStore(engine);

const refused = (code: string) => ({ code });

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
        await expect(orders[other](OWNER, order.id)).rejects.toMatchObject(refused('order_closed'));
      }
      expect(await getPet(petId)).toEqual(pet);
    },
  );

  test('is for its two sides, and completing it for the owner of the pet', async () => {
    const { id } = await orders.place((await create()).id, STRANGER);
    for (const name of ['get', 'complete', 'cancel'] as const) {
      await expect(orders[name](OUTSIDER, id)).rejects.toMatchObject(refused('order_not_found'));
    }
    await expect(orders.complete(STRANGER, id)).rejects.toMatchObject(refused('not_owner'));
    expect(await orders.get(STRANGER, id)).toMatchObject({ status: 'placed' });
  });

  test('again after its pet was ordered by another changes nothing of that', async () => {
    const { id: petId } = await create();
    const first = await orders.place(petId);
    await orders.cancel(OWNER, first.id);
    const second = await orders.place(petId, STRANGER);
    await orders.cancel(OWNER, first.id);
    expect(await getPet(petId)).toMatchObject({ status: 'pending', heldBy: second.id });
    await orders.complete(OWNER, second.id);
    expect(await getPet(petId)).toMatchObject({ status: 'sold' });
  });

  test('fails where the pet is not held by it, and changes neither', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId);
    await client.send(
      new UpdateCommand({
        TableName: tables.pets,
        Key: petKey(petId),
        UpdateExpression: 'REMOVE heldBy',
      }),
    );
    await expect(orders.complete(OWNER, order.id)).rejects.toThrow(MalformedItemError);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
  });

  test('fails where the other side is missing, and changes neither the order nor its pet', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId, STRANGER);
    const Key = { accountId: OWNER, id: order.id };
    await client.send(new DeleteCommand({ TableName: tables.orders, Key }));
    await expect(orders.cancel(STRANGER, order.id)).rejects.toThrow(
      `${tables.orders}, id ${order.id}: is open on one side only`,
    );
    expect(await orders.get(STRANGER, order.id)).toEqual(order);
    expect(await getPet(petId)).toMatchObject({ heldBy: order.id });
  });

  test('fails for an order that was stored before it had two sides, and leads an operator to it', async () => {
    const id = 900_000_002n;
    const Item = {
      accountId: OWNER,
      id,
      petId: 1n,
      status: 'placed',
      createdAt: '',
      updatedAt: '',
    };
    await client.send(new PutCommand({ TableName: tables.orders, Item }));
    await expect(orders.cancel(OWNER, id)).rejects.toThrow(
      `${tables.orders}, accountId ${OWNER}, id ${id}: role: `,
    );
    const Key = { accountId: OWNER, id };
    await client.send(new DeleteCommand({ TableName: tables.orders, Key }));
  });

  test('both ways at once happens one way, and both sides and the pet say which', async () => {
    const { id: petId } = await create();
    const { id } = await orders.place(petId, STRANGER);
    const closes = Array.from({ length: 20 }, (_, nth) =>
      nth % 2 === 0 ? orders.complete(OWNER, id) : orders.cancel(STRANGER, id),
    );
    const results = await Promise.allSettled(closes);
    const { status } = await orders.get(OWNER, id);
    const ends = results.map((each) =>
      each.status === 'fulfilled' ? each.value.status : Object(each.reason).code,
    );
    const [won, lost] = [Array(10).fill(status), Array(10).fill('order_closed')];
    expect(ends.sort()).toEqual([...won, ...lost].sort());
    expect(await orders.get(STRANGER, id)).toMatchObject({ status });
    expect(await getPet(petId)).toMatchObject({
      status: status === 'completed' ? 'sold' : 'available',
    });
  });
});
