import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { cancelOrder } from './contract.ts';

/** Answers cancelOrder from storage. */
export const cancelOrderHandler = (close: CloseOrder) =>
  operation(cancelOrder, async ({ accountId, path: { orderId } }) => {
    return { body: toOrder(await close(accountId, orderId)) };
  });

export const open = () =>
  cancelOrderHandler(
    buildCloseOrder(
      createDocumentClient(),
      { orders: tableName('orders'), pets: tableName('pets') },
      'cancelled',
    ),
  );
