import * as z from 'zod/mini';
import { idParameter } from '../http/id-parameter.ts';
import type { PetStatus } from '../pets/pet.ts';
import { int64 } from '../values/int64.ts';
import { oneOf } from '../values/one-of.ts';
import { time } from '../values/time.ts';

const STATUSES = ['placed', 'completed', 'cancelled'] as const;

export const OrderStatus = oneOf(STATUSES).check(
  z.meta({ id: 'OrderStatus', description: 'Whether an order is open, or how it ended.' }),
);
export type OrderStatus = z.infer<typeof OrderStatus>;

/** Whether an order still holds its pet. */
export const isOpen = ({ status }: { readonly status: OrderStatus }): boolean =>
  status === 'placed';

/** How an order ends, and the status that its pet has then. */
export const PET_STATUS = { completed: 'sold', cancelled: 'available' } as const satisfies Partial<
  Record<OrderStatus, PetStatus>
>;

const ROLES = ['customer', 'owner'] as const;

export const OrderRole = z.enum(ROLES).check(
  z.meta({
    id: 'OrderRole',
    description:
      'What your account is in the order: the `customer`, who placed it, or the `owner` of the pet. If you order your own pet, you are the `owner`.',
  }),
);
export type OrderRole = z.infer<typeof OrderRole>;

export const Order = z
  .object({
    id: int64.check(z.meta({ description: 'Made by the service: unique, never used again.' })),
    petId: int64.check(z.meta({ description: 'The pet that is ordered.' })),
    status: OrderStatus,
    role: OrderRole,
    createdAt: time('When it was placed: ISO 8601, in UTC, to the millisecond.'),
    updatedAt: time('When its status last changed.'),
  })
  .check(z.meta({ id: 'Order', description: 'A customer’s order for one pet.' }));
export type Order = z.infer<typeof Order>;

export const ORDER_EXAMPLE: Order = {
  id: 1n,
  petId: 2n,
  status: 'placed',
  role: 'owner',
  createdAt: '2026-11-22T06:10:24.677Z',
  updatedAt: '2026-11-22T06:10:24.677Z',
};

export const orderId = idParameter('order_not_found', "The order's id.");
