import { RequestError } from '../errors/request-error.ts';
import { getItem } from '../storage/get-item.ts';
import type { Build } from '../storage/tables.ts';
import { OrderItem } from './stored-order.ts';

/** Strongly consistent. One round trip. @throws RequestError `order_not_found` */
export type GetOrder = (accountId: string, id: bigint) => Promise<OrderItem>;

export const buildGetOrder: Build<'orders', GetOrder> =
  (client, tables) => async (accountId, id) => {
    const order = await getItem(client, tables, 'orders', { accountId, id }, OrderItem);
    if (order === undefined) throw new RequestError('order_not_found');
    return order;
  };
