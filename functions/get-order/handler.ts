import { operation } from '../../lib/http/operation.ts';
import { buildGetOrder } from '../../lib/orders/get-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getOrder } from './contract.ts';

export const open = (get = openStorage(getOrder.access, buildGetOrder)) =>
  operation(getOrder, async ({ caller, path }) => ({
    body: toOrder(await get(caller.accountId, path.orderId)),
  }));
