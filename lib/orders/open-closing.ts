import { operation } from '../http/operation.ts';
import { openStorage } from '../storage/open-storage.ts';
import { buildCloseOrder } from './close-order.ts';
import type { closeOrderContract } from './close-order-contract.ts';
import type { PET_STATUS } from './order.ts';
import { toOrder } from './stored-order.ts';

/** Makes the handler of an operation that closes orders in one way. */
export const openClosing = (
  contract: ReturnType<typeof closeOrderContract>,
  as: keyof typeof PET_STATUS,
) => {
  const close = openStorage(contract.access, (...storage) => buildCloseOrder(...storage, as));
  return operation(contract, async ({ caller, path }) => ({
    body: toOrder(await close(caller.accountId, path.orderId)),
  }));
};
