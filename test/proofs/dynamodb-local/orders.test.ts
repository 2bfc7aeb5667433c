import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { CAPACITY, reads, WITH_KEY } from '../../support/capacity.ts';
import { openEngine, type TestEngine } from '../../support/engine.ts';
import { orderStore } from '../../support/stored-orders.ts';
import { OWNER, petCreator, STRANGER } from '../../support/stored-pets.ts';
import { fillOrders } from './fill-orders.ts';
import { NAME } from './fill-pets.ts';
import { type Meter, openMeter } from './meter.ts';

let engine: TestEngine;
let orders: ReturnType<typeof orderStore>;
let createPet: ReturnType<typeof petCreator>;
let measure: Meter;

const newPet = async (): Promise<bigint> => (await createPet({ name: NAME })).id;
const refused = (work: () => Promise<unknown>, code: string) => () =>
  expect(work()).rejects.toMatchObject({ code });

// The same figures at both sizes: what a request costs does not grow with the account's orders.
describe.each([1_000, 20_000])('DynamoDB Local reports, with %i orders of the account', (count) => {
  beforeAll(async () => {
    engine = await openEngine();
    await fillOrders(engine, count);
    orders = orderStore(engine);
    createPet = petCreator(engine);
    measure = openMeter(engine);
  }, 240_000);
  afterAll(() => engine.close());

  const FROM_THE_FIRST = INT64_MAX;
  const deep = BigInt(count - 500);
  const usual = { status: 'completed' } as const;
  const rare = { status: 'cancelled' } as const;

  test.each([
    ['all', FROM_THE_FIRST, 20, {}, CAPACITY.listOrders20],
    ['all, deep in the table', deep, 20, {}, CAPACITY.listOrders20],
    ['all', FROM_THE_FIRST, 100, {}, CAPACITY.listOrders100],
    ['all, deep in the table', deep, 100, {}, CAPACITY.listOrders100],
    ['the oldest one', 2n, 20, {}, reads(1)],
    ['a usual status', FROM_THE_FIRST, 20, usual, CAPACITY.listOrders20OfStatus],
    ['a usual status, deep', deep, 100, usual, CAPACITY.listOrders100OfStatus],
    ['a rare status', FROM_THE_FIRST, 20, rare, CAPACITY.listOrders20OfStatus],
  ])('for a list of %s, before %i at most %i: what the design says', async (...row) => {
    const [, after, limit, filter, expected] = row;
    const list = async () => {
      const { items } = await orders.list({ accountId: OWNER, after, limit, ...filter });
      expect(items).toHaveLength(after === 2n ? 1 : limit);
    };
    expect(await measure(list)).toEqual(expected);
  });

  test.each([1, count / 2, count])('for getOrder of %i one trip and one unit', async (id) => {
    expect(await measure(() => orders.get(OWNER, BigInt(id)))).toEqual(CAPACITY.getOrder);
  });

  /** The customer of an order of OWNER's pets, and what the names of its figures end in. */
  const CUSTOMERS = [
    ['of two accounts', STRANGER, ''],
    ['of an own pet', OWNER, 'OfOwnPet'],
  ] as const;

  describe.each(CUSTOMERS)('%s', (_what, customer, suffix) => {
    const sides = suffix === '' ? 2 : 1;

    test('for placeOrder the counter and the owner, and a transaction of order and pet with their indexes', async () => {
      const petId = await newPet();
      const place = () => orders.place(petId, customer);
      expect(await measure(place)).toEqual(CAPACITY[`placeOrder${suffix}`]);
      const again = refused(place, 'pet_not_available');
      // The counter, the owner, and what the transaction would have written to the tables.
      const transacted = { orders: sides, pets: 1 };
      expect(await measure(again)).toEqual({ ...CAPACITY[`placeOrder${suffix}`], transacted });
    });

    test('for placeOrder with an idempotency key the record as well, and for a replay a refused transaction', async () => {
      const input = { petId: await newPet(), accountId: customer };
      const idempotency = { accountId: customer, key: `order ${count}${suffix}` };
      const place = () => orders.placeOrder(input, idempotency);
      const { first, again } = WITH_KEY[`placeOrder${suffix}`];
      expect(await measure(place)).toEqual(first);
      expect(await measure(place)).toEqual(again);
      const other = { ...input, petId: await newPet() };
      const reuse = () => orders.placeOrder(other, idempotency);
      expect(await measure(refused(reuse, 'idempotency_key_reused'))).toEqual(again);
    });

    test.each(['complete', 'cancel'] as const)(
      'for %sOrder a read and a transaction, and then only the read',
      async (close) => {
        const { id } = await orders.place(await newPet(), customer);
        const by = close === 'complete' ? OWNER : customer;
        expect(await measure(() => orders[close](by, id))).toEqual(
          CAPACITY[`${close}Order${suffix}`],
        );
        expect(await measure(() => orders[close](by, id))).toEqual(CAPACITY.getOrder);
        const other = close === 'complete' ? 'cancel' : 'complete';
        const refusal = refused(() => orders[other](OWNER, id), 'order_closed');
        expect(await measure(refusal)).toEqual(CAPACITY.getOrder);
      },
    );
  });

  test('for completeOrder of the customer only the read', async () => {
    const { id } = await orders.place(await newPet(), STRANGER);
    const refusal = refused(() => orders.complete(STRANGER, id), 'not_owner');
    expect(await measure(refusal)).toEqual(CAPACITY.getOrder);
  });
});
