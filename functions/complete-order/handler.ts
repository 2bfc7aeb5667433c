import { operation } from '../../lib/http/operation.ts';
import { buildCloseOrder, type CloseOrder } from '../../lib/orders/close-order.ts';
import { toOrder } from '../../lib/orders/stored-order.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { completeOrder } from './contract.ts';

export const completeOrderHandler = (close: CloseOrder) =>
  operation(completeOrder, async ({ caller, path }) => ({
    body: toOrder(await close(caller.accountId, path.orderId)),
  }));

export const open = () =>
  completeOrderHandler(
    openStorage(completeOrder.access, (client, tables) =>
      buildCloseOrder(client, tables, 'completed'),
    ),
  );
