import type { OrderStatus } from '../../../lib/orders/order.ts';
import { storedOrder } from '../../../lib/orders/stored-order.ts';
import type { TestEngine } from '../../support/engine.ts';
import { setCounter } from '../../support/set-counter.ts';
import { OWNER, STRANGER } from '../../support/stored-pets.ts';
import { RARE } from './fill-pets.ts';
import { writeAll } from './write-all.ts';

const TIME = '2026-11-22T06:10:24.677Z';

/**
 * Stores `count` orders of one account, a multiple of 500, as they are when they were closed. The ids of
 * their pets are those of no pet.
 */
export const fillOrders = async (engine: TestEngine, count: number): Promise<void> => {
  await writeAll(engine, 'orders', count, (nth) => {
    const status: OrderStatus = nth % (count / RARE) === 0 ? 'cancelled' : 'completed';
    const order = {
      id: BigInt(nth),
      petId: BigInt(8_000_000 + nth),
      status,
      role: 'owner',
      accountId: OWNER,
      otherAccountId: STRANGER,
    } as const;
    return { PutRequest: { Item: storedOrder({ ...order, createdAt: TIME, updatedAt: TIME }) } };
  });
  await setCounter(engine, 'orders', count);
};
