import * as z from 'zod/mini';
import { Order } from './order.ts';

/** An order with the account that it belongs to. */
export const OrderItem = z.object({ ...Order.shape, accountId: z.string() });
export type OrderItem = z.infer<typeof OrderItem>;

/** The attributes that are the key of a stored order. */
export const ORDER_KEY_ATTRIBUTES = ['accountId', 'id'];

/** The partition of the index by status that an account's orders of a status are in. */
export const accountStatus = ({ accountId, status }: Pick<OrderItem, 'accountId' | 'status'>) =>
  `${accountId}#${status}`;

/** An order as it is stored: every attribute, so that it is also in the index. */
export const storedOrder = (order: OrderItem) => ({
  ...order,
  accountStatus: accountStatus(order),
});

/** An order as its account sees it. */
export const toOrder = ({ id, petId, status, createdAt, updatedAt }: Order): Order => ({
  id,
  petId,
  status,
  createdAt,
  updatedAt,
});
