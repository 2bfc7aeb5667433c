import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { cancelOrder } from './contract.ts';

export const cancelOrderHandler = (close: CloseOrder) =>
  operation(cancelOrder, async ({ caller, path }) => ({
    body: toOrder(await close(caller.accountId, path.orderId)),
  }));

export const open = () =>
  cancelOrderHandler(
    buildCloseOrder(createDocumentClient(), tablesOf(cancelOrder.access), 'cancelled'),
  );
