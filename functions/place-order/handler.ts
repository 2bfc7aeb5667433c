import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { placeOrder } from './contract.ts';
import { buildPlaceOrder, type PlaceOrder } from './store.ts';

/** Answers placeOrder from storage. */
export const placeOrderHandler = (order: PlaceOrder) =>
  operation(placeOrder, async ({ accountId, body, idempotency }, event) => {
    const { item, replayed } = await order({ ...body, accountId }, idempotency);
    const headers = { Location: `${requestPath(event)}/${item.id}` };
    return { body: toOrder(item), replayed, headers };
  });

export const open = () =>
  placeOrderHandler(
    buildPlaceOrder(createDocumentClient(), {
      orders: tableName('orders'),
      pets: tableName('pets'),
      counters: tableName('counters'),
      idempotencyKeys: tableName('idempotencyKeys'),
    }),
  );
