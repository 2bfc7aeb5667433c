import { buildListOrders } from '../../functions/list-orders/store.ts';
import { buildPlaceOrder } from '../../functions/place-order/store.ts';
import { buildCloseOrder } from '../../lib/orders/close-order.ts';
import { buildGetOrder } from '../../lib/orders/get-order.ts';
import type { TestEngine } from './engine.ts';
import { OWNER } from './stored-pets.ts';

/** The functions' operations on orders, over an engine's tables. */
export const orderStore = ({ client, tables }: Pick<TestEngine, 'client' | 'tables'>) => {
  const placeOrder = buildPlaceOrder(client, tables);
  return {
    placeOrder,
    /** Places an order without an idempotency key. */
    place: async (petId: bigint, accountId = OWNER) =>
      (await placeOrder({ petId, accountId })).item,
    get: buildGetOrder(client, tables),
    list: buildListOrders(client, tables),
    complete: buildCloseOrder(client, tables, 'completed'),
    cancel: buildCloseOrder(client, tables, 'cancelled'),
  };
};
