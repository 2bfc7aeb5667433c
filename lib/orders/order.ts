import * as z from 'zod/mini';
import { idParameter } from '../http/id-parameter.ts';
import type { PetStatus } from '../pets/pet.ts';
import { component, described, oneOf, time } from '../values/described.ts';
import { INT64, int64, parseInt64 } from '../values/int64.ts';

export const OrderStatus = described(
  oneOf(['placed', 'completed', 'cancelled']),
  'Whether an order is open, or how it ended.',
  { id: 'OrderStatus' },
);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Whether an order still holds its pet. */
export const isOpen = ({ status }: { readonly status: OrderStatus }): boolean =>
  status === 'placed';

/** How an order ends, and the status that its pet has then. */
export const PET_STATUS = { completed: 'sold', cancelled: 'available' } as const satisfies Partial<
  Record<OrderStatus, PetStatus>
>;

const OrderRole = described(
  z.enum(['customer', 'owner']),
  'What your account is in the order: the `customer`, who placed it, or the `owner` of the pet. If you order your own pet, you are the `owner`.',
  { id: 'OrderRole' },
);

export const Order = component('Order', 'A customer’s order for one pet.', {
  id: described(int64, 'Made by the service: unique, never used again.'),
  petId: described(int64, 'The pet that is ordered.'),
  status: OrderStatus,
  role: OrderRole,
  createdAt: time('When it was placed: ISO 8601, in UTC, to the millisecond.'),
  updatedAt: time('When its status last changed.'),
});
export type Order = z.infer<typeof Order>;

export const ORDER_EXAMPLE: Order = {
  id: 1n,
  petId: 2n,
  status: 'placed',
  role: 'owner',
  createdAt: '2026-11-22T06:10:24.677Z',
  updatedAt: '2026-11-22T06:10:24.677Z',
};

export const orderId = idParameter('order_not_found', "The order's id.", parseInt64, INT64);
