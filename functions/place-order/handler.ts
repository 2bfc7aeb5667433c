import { buildCounter } from '../../lib/counter.ts';
import { createDocumentClient } from '../../lib/dynamodb.ts';
import { accountIdOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { buildCreateOnce, type CreateOnce } from '../../lib/idempotency/create-once.ts';
import { OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import { tableName } from '../../lib/tables.ts';
import { placeOrder } from './contract.ts';
import { buildOrderCreation, type OwnedNewOrder } from './store.ts';

const open = (client = createDocumentClient()) =>
  buildCreateOnce(
    client,
    tableName('idempotencyKeys'),
    placeOrder.operationId,
    OrderItem,
    buildOrderCreation(
      client,
      { orders: tableName('orders'), pets: tableName('pets') },
      buildCounter(client, tableName('counters'), 'orders'),
    ),
  );

/** Answers placeOrder from storage. */
export const placeOrderHandler = (place: CreateOnce<OwnedNewOrder, OrderItem> = open()) =>
  operation(placeOrder, async ({ body, idempotency }, event) => {
    const wanted = { ...body, accountId: accountIdOf(event) };
    const { made, replayed } = await place(wanted, idempotency);
    const headers = { Location: `${requestPath(event)}/${made.id}` };
    return { body: toOrder(made), replayed, headers };
  });

export const handler = placeOrderHandler();
