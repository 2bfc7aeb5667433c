import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildDeletePet } from '../../functions/delete-pet/store.ts';
import { buildGetPet } from '../../functions/get-pet/store.ts';
import { buildUpdatePet } from '../../functions/update-pet/store.ts';
import { closeAccount } from '../../infra/operator/close-account.ts';
import { INT64_MAX } from '../../lib/int64.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { MalformedItemError } from '../../lib/storage-errors.ts';
import { IdTakenError } from '../../lib/take-id.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { type LostAnswers, openLostAnswers } from '../support/lost-answers.ts';
import { setCounter } from '../support/set-counter.ts';
import { orderStore } from '../support/stored-orders.ts';
import { change, OWNER, petCreator, STRANGER } from '../support/stored-pets.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

let engine: TestEngine;
let orders: ReturnType<typeof orderStore>;
let create: ReturnType<typeof petCreator>;
let getPet: ReturnType<typeof buildGetPet>;
let update: ReturnType<typeof buildUpdatePet>;
let remove: ReturnType<typeof buildDeletePet>;

const refused = (code: string) => ({ code });

beforeAll(async () => {
  engine = await openEngine();
  const { client, tables } = engine;
  orders = orderStore(engine);
  create = petCreator(engine);
  getPet = buildGetPet(client, tables.pets);
  update = buildUpdatePet(client, tables.pets);
  remove = buildDeletePet(client, tables.pets);
});
afterAll(() => engine.close());

describe('placing an order', () => {
  test('stores it, and makes its pet pending in another state', async () => {
    const pet = await create();
    const order = await orders.place(pet.id);
    expect(order).toMatchObject({ petId: pet.id, status: 'placed', accountId: OWNER });
    expect(order.updatedAt).toBe(order.createdAt);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
    const held = await getPet(pet.id);
    expect(held).toMatchObject({ status: 'pending', openOrderId: order.id, name: pet.name });
    expect(held.revision).not.toBe(pet.revision);
  });

  test('for a pet of another account works too, and the pet stays theirs', async () => {
    const pet = await create({ accountId: STRANGER });
    await orders.place(pet.id);
    expect(await getPet(pet.id)).toMatchObject({ accountId: STRANGER, status: 'pending' });
  });

  test.each(['pending', 'sold'] as const)('is refused for a pet that is %s', async (status) => {
    const pet = await create({ status });
    await expect(orders.place(pet.id)).rejects.toMatchObject(refused('pet_not_available'));
    expect(await getPet(pet.id)).toEqual(pet);
  });

  test('is refused for a pet that is not there, or was deleted', async () => {
    const { id } = await create();
    await remove(id, change());
    for (const petId of [id, 0n, -1n, INT64_MAX]) {
      await expect(orders.place(petId)).rejects.toMatchObject(refused('pet_not_found'));
    }
    await expect(getPet(id)).rejects.toMatchObject(refused('pet_not_found'));
  });

  test('fails for an item that is not a pet, leaves nothing, and leads an operator to it', async () => {
    const petId = 900_000_001n;
    const Item = { ...petKey(petId), name: 'Rex', categoryId: 7n, status: 'lost' };
    await engine.client.send(new PutCommand({ TableName: engine.tables.pets, Item }));
    const before = await orders.list({ accountId: OWNER, after: INT64_MAX, limit: 1 });
    const idempotency = { accountId: OWNER, key: crypto.randomUUID() };
    const attempts = [
      () => orders.place(petId),
      () => orders.placeOrder({ petId, accountId: OWNER }, idempotency),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toThrow(MalformedItemError);
      await expect(attempt()).rejects.toThrow(`${engine.tables.pets}, kind pet, id ${petId}: `);
    }
    expect(await orders.list({ accountId: OWNER, after: INT64_MAX, limit: 1 })).toEqual(before);
    const { id } = await create();
    const other = { petId: id, accountId: OWNER };
    expect((await orders.placeOrder(other, idempotency)).replayed).toBe(false);
  });

  test('for a pet whose other attributes are malformed moves it and can be closed', async () => {
    const { id: petId } = await create();
    const spoil = {
      UpdateExpression: 'SET #name = :list',
      ExpressionAttributeNames: { '#name': 'name' },
    };
    await engine.client.send(
      new UpdateCommand({
        TableName: engine.tables.pets,
        Key: petKey(petId),
        ...spoil,
        ExpressionAttributeValues: { ':list': ['Rex'] },
      }),
    );
    const first = await orders.place(petId);
    await expect(orders.place(petId)).rejects.toThrow(MalformedItemError);
    expect(await orders.cancel(OWNER, first.id)).toMatchObject({ status: 'cancelled' });
    const second = await orders.place(petId);
    expect(await orders.complete(OWNER, second.id)).toMatchObject({ status: 'completed' });
  });

  test('for a pet whose account was closed works, and the pet can be sold', async () => {
    const stage = openTestStage(engine);
    const { accountId } = await stage.accounts.create('Shelter', 'tester');
    const { apiKey } = await issueTestKey(stage, { accountId });
    const { id: petId } = await create({ accountId });
    const { revoked } = await closeAccount(stage, accountId);
    expect(revoked).toHaveLength(1);
    expect(await stage.find(apiKey)).toMatchObject({ revokedAt: expect.any(String) });
    const order = await orders.place(petId);
    expect(await getPet(petId)).toMatchObject({
      accountId,
      status: 'pending',
      openOrderId: order.id,
    });
    await orders.complete(OWNER, order.id);
    expect(await getPet(petId)).toMatchObject({ accountId, status: 'sold' });
  });

  test('never overwrites another order, even if the counter is set back', async () => {
    const order = await orders.place((await create()).id);
    const pet = await create();
    await setCounter(engine, 'orders', order.id - 1n);
    await expect(orders.place(pet.id)).rejects.toThrow(IdTakenError);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
    expect(await getPet(pet.id)).toEqual(pet);
  });

  test('leaves nothing where it is refused', async () => {
    const pet = await create({ status: 'sold' });
    const before = await orders.list({ accountId: OWNER, after: INT64_MAX, limit: 1 });
    await expect(orders.place(pet.id)).rejects.toMatchObject(refused('pet_not_available'));
    expect(await orders.list({ accountId: OWNER, after: INT64_MAX, limit: 1 })).toEqual(before);
  });

  test('with a key that comes again gives the first answer, and orders nothing again', async () => {
    const pet = await create();
    const idempotency = { accountId: OWNER, key: crypto.randomUUID() };
    const input = { petId: pet.id, accountId: OWNER };
    const first = await orders.placeOrder(input, idempotency);
    expect(first.replayed).toBe(false);
    expect(await orders.placeOrder(input, idempotency)).toEqual({ ...first, replayed: true });
    await orders.cancel(OWNER, first.item.id);
    expect(await orders.placeOrder(input, idempotency)).toEqual({ ...first, replayed: true });
    expect(await getPet(pet.id)).toMatchObject({ status: 'available' });
    expect(await orders.get(OWNER, first.item.id)).toMatchObject({ status: 'cancelled' });
    await expect(
      orders.placeOrder({ ...input, petId: pet.id + 1n }, idempotency),
    ).rejects.toMatchObject(refused('idempotency_key_reused'));
    const other = await orders.placeOrder(
      { ...input, accountId: STRANGER },
      { ...idempotency, accountId: STRANGER },
    );
    expect(other.replayed).toBe(false);
  });

  test('with a key is refused for a pet that is not available, and leaves the key unused', async () => {
    const pet = await create({ status: 'sold' });
    const idempotency = { accountId: OWNER, key: crypto.randomUUID() };
    const input = { petId: pet.id, accountId: OWNER };
    await expect(orders.placeOrder(input, idempotency)).rejects.toMatchObject(
      refused('pet_not_available'),
    );
    await update(pet.id, { status: 'available' }, change());
    expect((await orders.placeOrder(input, idempotency)).replayed).toBe(false);
  });
});

describe('closing an order', () => {
  test.each([
    ['complete', 'completed', 'sold', 'cancel'],
    ['cancel', 'cancelled', 'available', 'complete'],
  ] as const)('by %s makes it %s and its pet %s, once', async (close, status, petStatus, other) => {
    const { id: petId } = await create();
    const order = await orders.place(petId);
    const closed = await orders[close](OWNER, order.id);
    expect(closed).toEqual({ ...order, status, updatedAt: expect.any(String) });
    expect(await orders.get(OWNER, order.id)).toEqual(closed);
    const pet = await getPet(petId);
    expect(pet).toMatchObject({ status: petStatus });
    expect(pet.openOrderId).toBeUndefined();
    expect(await orders[close](OWNER, order.id)).toEqual(closed);
    await expect(orders[other](OWNER, order.id)).rejects.toMatchObject(refused('order_closed'));
    expect(await getPet(petId)).toEqual(pet);
  });

  test('again after its pet was ordered by another changes nothing of that', async () => {
    const { id: petId } = await create();
    const first = await orders.place(petId);
    await orders.cancel(OWNER, first.id);
    const second = await orders.place(petId, STRANGER);
    await orders.cancel(OWNER, first.id);
    expect(await getPet(petId)).toMatchObject({ status: 'pending', openOrderId: second.id });
    await orders.complete(STRANGER, second.id);
    expect(await getPet(petId)).toMatchObject({ status: 'sold' });
  });

  test('fails where the pet is not held by it, and changes neither', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId);
    await engine.client.send(
      new UpdateCommand({
        TableName: engine.tables.pets,
        Key: petKey(petId),
        UpdateExpression: 'REMOVE heldBy',
      }),
    );
    await expect(orders.complete(OWNER, order.id)).rejects.toThrow(MalformedItemError);
    expect(await orders.get(OWNER, order.id)).toEqual(order);
  });
});

describe('an order of another account', () => {
  test('does not exist, whatever is asked', async () => {
    const { id: petId } = await create();
    const order = await orders.place(petId, STRANGER);
    for (const ask of [orders.get, orders.complete, orders.cancel]) {
      await expect(ask(OWNER, order.id)).rejects.toMatchObject(refused('order_not_found'));
    }
    for (const status of [undefined, 'placed'] as const) {
      const { items } = await orders.list({
        accountId: OWNER,
        after: order.id + 1n,
        limit: 100,
        status,
      });
      expect(items.map(({ id }) => id)).not.toContain(order.id);
    }
    expect(await orders.get(STRANGER, order.id)).toEqual(order);
    expect(await getPet(petId)).toMatchObject({ openOrderId: order.id });
  });
});

describe('a pet that an open order holds', () => {
  test('keeps its status and stays, but its other members change', async () => {
    const { id } = await create();
    const order = await orders.place(id);
    await expect(update(id, { status: 'sold' }, change())).rejects.toMatchObject(
      refused('pet_ordered'),
    );
    await expect(update(id, { name: 'Max', status: 'available' }, change())).rejects.toMatchObject(
      refused('pet_ordered'),
    );
    await expect(remove(id, change())).rejects.toMatchObject(refused('pet_ordered'));
    await expect(update(id, { status: 'sold' }, change('other'))).rejects.toMatchObject(
      refused('precondition_failed'),
    );
    await expect(remove(id, { accountId: STRANGER, ifMatch: undefined })).rejects.toMatchObject(
      refused('not_owner'),
    );
    expect(await update(id, { name: 'Max', status: 'pending' }, change())).toMatchObject({
      name: 'Max',
      openOrderId: order.id,
    });
    await orders.cancel(OWNER, order.id);
    expect(await update(id, { status: 'sold' }, change())).toMatchObject({ status: 'sold' });
    await remove(id, change());
  });
});

describe('listing orders', () => {
  test('gives those of the account, the newest first, in full pages, with and without a status', async () => {
    const lister = 'acct_0000000000000003';
    const placed: bigint[] = [];
    for (let count = 0; count < 25; count += 1) {
      const { id: petId } = await create();
      const { id } = await orders.place(petId, lister);
      placed.unshift(id);
      if (count % 5 === 0) await orders.complete(lister, id);
      const other = await create();
      await orders.place(other.id, STRANGER);
    }
    const walk = async (limit: number, status?: 'completed' | 'placed') => {
      const ids: bigint[] = [];
      for (let after: bigint | undefined = INT64_MAX; after !== undefined; ) {
        const page = await orders.list({ accountId: lister, after, limit, status });
        if (page.next !== undefined) expect(page.items).toHaveLength(limit);
        for (const order of page.items) {
          expect(order).not.toHaveProperty('accountId');
          if (status) expect(order.status).toBe(status);
          ids.push(order.id);
        }
        after = page.next;
      }
      return ids;
    };
    for (const limit of [1, 7, 25, 100]) {
      expect(await walk(limit)).toEqual(placed);
      const completed = await walk(limit, 'completed');
      expect(completed).toHaveLength(5);
      expect((await walk(limit, 'placed')).concat(completed).sort()).toEqual([...placed].sort());
    }
  });
});

describe('when the answer to a transaction is lost', () => {
  let lost: LostAnswers;
  let distant: ReturnType<typeof orderStore>;

  beforeAll(async () => {
    lost = await openLostAnswers(engine);
    distant = orderStore({ ...engine, client: lost.client });
  });
  afterAll(() => lost.close());

  test('its repetition by the SDK is the success that it was', async () => {
    const { id: petId } = await create();
    lost.loseAnswer('TransactWriteItems');
    const order = await distant.place(petId);
    expect(await getPet(petId)).toMatchObject({ openOrderId: order.id });
    lost.loseAnswer('TransactWriteItems');
    expect(await distant.complete(OWNER, order.id)).toMatchObject({ status: 'completed' });
    expect(await orders.get(OWNER, order.id)).toMatchObject({ status: 'completed' });
    expect(await getPet(petId)).toMatchObject({ status: 'sold' });
  });

  test('and it is refused when it is repeated, nobody says that it will not happen', async () => {
    const { id: petId } = await create();
    const { id } = await orders.place(petId);
    lost.loseRequest('TransactWriteItems');
    await expect(distant.place(petId)).rejects.toMatchObject({ code: 'timeout' });
    expect(await getPet(petId)).toMatchObject({ openOrderId: id });
  });
});
