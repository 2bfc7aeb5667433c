import { describe, expect, test } from '@jest/globals';
import type { Order } from '../../lib/orders/order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { call, expectCommonHeaders, expectError, serviceUnderTest } from '../support/client.ts';

const create = async (status = 'available'): Promise<Pet> =>
  (await call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 1n, status } }))
    .body as Pet;

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(`/store/orders${path}`, { method: 'POST', headers, body });

const place = async (petId: bigint): Promise<Order> => {
  const answer = await post('', { petId });
  expect(answer.status).toBe(201);
  return answer.body as Order;
};

const statusOf = async (petId: bigint) =>
  ((await call(`/pets?ids=${petId}`)).body as Pet[])[0]?.status;

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('an order', () => {
  test('moves its pet from available to pending to sold', async () => {
    const pet = await create();
    const answer = await post('', { petId: pet.id, unknown: 1 });
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    const order = answer.body as Order;
    expect(order).toEqual({
      id: expect.any(BigInt),
      petId: pet.id,
      status: 'placed',
      role: 'owner',
      createdAt: TIME,
      updatedAt: order.createdAt,
    });
    const { baseUrl } = serviceUnderTest();
    const location = answer.headers.get('Location') ?? '';
    expect(location).toBe(`${new URL(baseUrl).pathname}/store/orders/${order.id}`);
    expect((await call(new URL(location, baseUrl).href)).body).toEqual(order);
    expect(await statusOf(pet.id)).toBe('pending');

    const completed = await post(`/${order.id}/complete`);
    expect(completed.status).toBe(200);
    expect(completed.body).toEqual({ ...order, status: 'completed', updatedAt: TIME });
    expect(await statusOf(pet.id)).toBe('sold');
    expect((await post(`/${order.id}/complete`)).text).toBe(completed.text);
    expectError(await post(`/${order.id}/cancel`), 'order_closed');
  });

  test('that is cancelled makes its pet available again', async () => {
    const pet = await create();
    const { id } = await place(pet.id);
    expect((await post(`/${id}/cancel`)).body).toMatchObject({ status: 'cancelled' });
    expect(await statusOf(pet.id)).toBe('available');
    expectError(await post(`/${id}/complete`), 'order_closed');
    await place(pet.id);
  });
});

const otherKey = process.env['OTHER_API_KEY'];

(otherKey === undefined ? describe.skip : describe)('an order of two accounts', () => {
  const customer = { key: otherKey ?? '' };
  const placeForOther = async (petId: bigint) => {
    const answer = await call('/store/orders', { ...customer, method: 'POST', body: { petId } });
    expect(answer.status).toBe(201);
    return answer.body as Order;
  };

  test('is seen by both, and completed by the owner', async () => {
    const pet = await create();
    const order = await placeForOther(pet.id);
    expect(order.role).toBe('customer');
    const path = `/store/orders/${order.id}`;
    const seen = { ...order, role: 'owner' };
    expect((await call(path)).body).toEqual(seen);
    expect((await call('/store/orders?limit=100')).body).toContainEqual(seen);
    expect((await call('/store/orders?limit=100', customer)).body).toContainEqual(order);

    const asCustomer = { ...customer, method: 'POST' };
    expectError(await call(`${path}/complete`, asCustomer), 'not_owner');
    expect(await statusOf(pet.id)).toBe('pending');
    expect((await post(`/${order.id}/complete`)).body).toMatchObject({
      role: 'owner',
      status: 'completed',
    });
    expect((await call(path, customer)).body).toMatchObject({
      role: 'customer',
      status: 'completed',
    });
    expectError(await call(`${path}/complete`, asCustomer), 'not_owner');
    expectError(await call(`${path}/cancel`, asCustomer), 'order_closed');
  });
});

describe('listOrders', () => {
  test('lists the newest first, and links the next page with limit and status kept', async () => {
    await place((await create()).id);
    await place((await create()).id);
    const placed: Order[] = [];
    for (let count = 0; count < 3; count += 1) placed.unshift(await place((await create()).id));
    const seen: Order[] = [];
    let url = `${serviceUnderTest().baseUrl}/store/orders?limit=2`;
    // Other tests place orders meanwhile.
    while (seen.every(({ id }) => id > (placed[2]?.id ?? 0n))) {
      const answer = await call(url);
      expect(answer.body).toHaveLength(2);
      seen.push(...(answer.body as Order[]));
      [, url = ''] = /^<(.+)>; rel="next"$/.exec(answer.headers.get('Link') ?? '') ?? [];
      expect(url).toContain(`${serviceUnderTest().baseUrl}/store/orders?limit=2&cursor=`);
    }
    const pets = placed.map(({ petId }) => petId);
    expect(seen.filter(({ petId }) => pets.includes(petId))).toEqual(placed);
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => (one > other ? -1 : 1)));

    const cursor = new URL(url).searchParams.get('cursor');
    expectError(await call(`/store/orders?status=placed&cursor=${cursor}`), 'invalid_cursor');
    expectError(await call(`/pets?cursor=${cursor}`), 'invalid_cursor');
  });
});
