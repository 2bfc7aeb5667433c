import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { completeOrder } from './contract.ts';

/** Answers completeOrder from storage. */
export const completeOrderHandler = (close: CloseOrder) =>
  operation(completeOrder, async ({ accountId, path: { orderId } }) => {
    return { body: toOrder(await close(accountId, orderId)) };
  });

export const open = () =>
  completeOrderHandler(
    buildCloseOrder(
      createDocumentClient(),
      { orders: tableName('orders'), pets: tableName('pets') },
      'completed',
    ),
  );
