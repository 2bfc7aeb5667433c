import * as z from 'zod/mini';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { Order } from './order.ts';

/** An order as it is stored for one of its sides. The account of the other side is never shown. */
export const OrderItem = z.object({
  ...Order.shape,
  accountId: z.string(),
  otherAccountId: z.optional(z.string()),
});
export type OrderItem = z.infer<typeof OrderItem>;

/** The partition of the index by status that an account's orders of a status are in. */
export const accountStatus = ({ accountId, status }: Pick<OrderItem, 'accountId' | 'status'>) =>
  `${accountId}#${status}`;

/** An order as it is stored: every attribute, so that it is also in the index. */
export const storedOrder = (order: OrderItem) => ({
  ...order,
  accountStatus: accountStatus(order),
});

/** The order as the other side has it; undefined for an order of an account's own pet, which has one side. */
export const otherSide = ({
  accountId,
  otherAccountId,
  role,
  ...order
}: OrderItem): OrderItem | undefined =>
  otherAccountId === undefined
    ? undefined
    : {
        ...order,
        role: role === 'owner' ? 'customer' : 'owner',
        accountId: otherAccountId,
        otherAccountId: accountId,
      };

export const toOrder = buildDeclaredMembers(Order);
