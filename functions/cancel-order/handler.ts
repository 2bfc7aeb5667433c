import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { tableName } from '../../lib/tables.ts';
import { cancelOrder } from './contract.ts';

const open = () =>
  buildCloseOrder(
    createDocumentClient(),
    { orders: tableName('orders'), pets: tableName('pets') },
    'cancelled',
  );

/** Answers cancelOrder from storage. */
export const cancelOrderHandler = (close: CloseOrder = open()) =>
  operation(cancelOrder, async ({ accountId, path: { orderId } }) => {
    return { body: toOrder(await close(accountId, orderId)) };
  });

export const handler = cancelOrderHandler();
