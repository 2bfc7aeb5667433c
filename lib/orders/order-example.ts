import type { Order } from './order.ts';

export const ORDER_EXAMPLE: Order = {
  id: 1n,
  petId: 2n,
  status: 'placed',
  role: 'owner',
  createdAt: '2026-11-22T06:10:24.677Z',
  updatedAt: '2026-11-22T06:10:24.677Z',
};
