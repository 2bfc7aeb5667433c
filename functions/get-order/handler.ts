import { operation } from '../../lib/http/operation.ts';
import { buildGetOrder, type GetOrder } from '../../lib/orders/get-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getOrder } from './contract.ts';

export const getOrderHandler = (get: GetOrder) =>
  operation(getOrder, async ({ caller, path }) => ({
    body: toOrder(await get(caller.accountId, path.orderId)),
  }));

export const open = () => getOrderHandler(openStorage(getOrder.access, buildGetOrder));
