import type { Order, OrderStatus } from '../../lib/orders/order.ts';
import { accountStatus, OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import { buildReadPage, type Page, type PageRequest } from '../../lib/storage/read-page.ts';
import type { Build } from '../../lib/storage/tables.ts';

/** Names one page of an account's orders, in descending order of id. */
export interface OrdersPageRequest extends PageRequest {
  readonly accountId: string;
  readonly status?: OrderStatus | undefined;
}

/**
 * Lists orders: without a status strongly consistent; with one as fresh as the index, which usually
 * follows within a second. See `ReadPage` of `lib/storage/read-page.ts`.
 */
export type ListOrders = (page: OrdersPageRequest) => Promise<Page<Order>>;

export const buildListOrders: Build<'orders', ListOrders> = (client, tables) => {
  const readPage = buildReadPage(client, tables, 'orders', OrderItem, 'descending');

  return async ({ accountId, status, ...page }) => {
    const { items, next } = await readPage({
      ...page,
      ...(status === undefined
        ? { partitionKey: 'accountId', value: accountId }
        : {
            partitionKey: 'accountStatus',
            value: accountStatus({ accountId, status }),
            index: 'byStatus',
          }),
    });
    return { items: items.map(toOrder), next };
  };
};
