import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { completeOrder } from './contract.ts';

export const completeOrderHandler = (close: CloseOrder) =>
  operation(completeOrder, async ({ caller, path }) => ({
    body: toOrder(await close(caller.accountId, path.orderId)),
  }));

export const open = () =>
  completeOrderHandler(
    buildCloseOrder(createDocumentClient(), tablesOf(completeOrder.access), 'completed'),
  );
