import { operation } from '../../lib/http/operation.ts';
import { buildGetOrder, type GetOrder } from '../../lib/orders/get-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { getOrder } from './contract.ts';

/** Answers getOrder from storage. */
export const getOrderHandler = (get: GetOrder) =>
  operation(getOrder, async ({ accountId, path: { orderId } }) => {
    return { body: toOrder(await get(accountId, orderId)) };
  });

export const open = () =>
  getOrderHandler(buildGetOrder(createDocumentClient(), tableName('orders')));
