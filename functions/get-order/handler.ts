import { operation } from '../../lib/http/operation.ts';
import { buildGetOrder, type GetOrder } from '../../lib/orders/get-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { getOrder } from './contract.ts';

export const getOrderHandler = (get: GetOrder) =>
  operation(getOrder, async ({ caller, path }) => ({
    body: toOrder(await get(caller.accountId, path.orderId)),
  }));

export const open = () =>
  getOrderHandler(buildGetOrder(createDocumentClient(), tablesOf(getOrder.access)));
