import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { cancelOrder } from './contract.ts';

export const cancelOrderHandler = (close: CloseOrder) =>
  operation(cancelOrder, async ({ caller, path }) => ({
    body: toOrder(await close(caller.accountId, path.orderId)),
  }));

export const open = () =>
  cancelOrderHandler(
    openStorage(cancelOrder.access, (client, tables) =>
      buildCloseOrder(client, tables, 'cancelled'),
    ),
  );
