import { operation } from '../../lib/http/operation.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { placeOrder } from './contract.ts';
import { buildPlaceOrder } from './store.ts';

export const open = (order = openStorage(placeOrder.access, buildPlaceOrder)) =>
  operation(placeOrder, async ({ caller: { accountId }, body, idempotency }) => {
    const { item, replayed } = await order({ ...body, accountId }, idempotency);
    return { body: toOrder(item), replayed, location: `/store/orders/${item.id}` };
  });
