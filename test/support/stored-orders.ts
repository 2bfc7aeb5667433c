import { buildListOrders } from '../../functions/list-orders/store.ts';
import { buildOrderCreation, type OwnedNewOrder } from '../../functions/place-order/store.ts';
import { buildCounter } from '../../lib/counter.ts';
import { buildCreateOnce } from '../../lib/idempotency/create-once.ts';
import { buildCloseOrder } from '../../lib/orders/close-order.ts';
import { buildGetOrder } from '../../lib/orders/get-order.ts';
import { OrderItem } from '../../lib/orders/stored-order.ts';
import { createWith } from './create.ts';
import type { TestEngine } from './engine.ts';
import { OWNER } from './stored-pets.ts';

/** What functions do with orders, over an engine's tables. */
export const orderStore = ({ client, tables }: Pick<TestEngine, 'client' | 'tables'>) => {
  const creation = buildOrderCreation(
    client,
    tables,
    buildCounter(client, tables.counters, 'orders'),
  );
  const placeNew = createWith<OwnedNewOrder, OrderItem>(creation);
  return {
    place: (petId: bigint, accountId = OWNER) => placeNew({ petId, accountId }),
    placeOnce: buildCreateOnce(client, tables.idempotencyKeys, 'placeOrder', OrderItem, creation),
    get: buildGetOrder(client, tables.orders),
    list: buildListOrders(client, tables.orders),
    complete: buildCloseOrder(client, tables, 'completed'),
    cancel: buildCloseOrder(client, tables, 'cancelled'),
  };
};
