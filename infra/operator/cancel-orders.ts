import { buildListOrders } from '../../functions/list-orders/store.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { buildCloseOrder } from '../../lib/orders/close-order.ts';
import { INT64_MAX } from '../../lib/values/int64.ts';
import { noAccount, RefusedError } from './errors.ts';
import type { OpenStage } from './stage.ts';

/**
 * Cancels the open orders of a closed account, those that it placed and those for its pets. It can be repeated.
 * @returns the ids of the orders that it cancelled
 * @throws RefusedError if there is no such account, or it is not closed
 */
export const cancelOrders = async (
  { accounts, client, table }: Pick<OpenStage, 'accounts' | 'client' | 'table'>,
  accountId: string,
): Promise<readonly bigint[]> => {
  const account = await accounts.get(accountId);
  if (account === undefined) throw noAccount(accountId);
  if (account.closedAt === undefined) {
    throw new RefusedError(
      `The account ${accountId} is not closed, so its clients end its orders themselves: account close closes it.`,
    );
  }
  const tables = { orders: table('orders'), pets: table('pets') };
  const list = buildListOrders(client, tables.orders);
  const cancel = buildCloseOrder(client, tables, 'cancelled');
  const cancelled: bigint[] = [];
  let after: bigint | undefined = INT64_MAX;
  while (after !== undefined) {
    const { items, next } = await list({ accountId, after, limit: 100 });
    for (const { id, status } of items) {
      if (status !== 'placed') continue;
      if (await wasOpen(cancel(accountId, id))) cancelled.push(id);
    }
    after = next;
  }
  return cancelled;
};

/** The other side may have completed it meanwhile. */
const wasOpen = async (cancelling: Promise<unknown>): Promise<boolean> => {
  try {
    await cancelling;
    return true;
  } catch (error) {
    if (error instanceof RequestError && error.code === 'order_closed') return false;
    throw error;
  }
};
