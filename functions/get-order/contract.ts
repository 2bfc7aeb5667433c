import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { Order, orderId } from '../../lib/orders/order.ts';

export const getOrder = contract({
  operationId: 'getOrder',
  api: 'pets',
  tag: 'Orders',
  method: 'GET',
  path: '/store/orders/{orderId}',
  stability: 'beta',
  summary: 'Get one order',
  description: 'Only orders of your own account: those of others do not exist for you.',
  request: { path: z.object({ orderId }) },
  success: { status: 200, body: Order },
  examples: {
    order: {
      summary: 'An open order',
      after: { order: 'placeOrder.pet' },
      request: { path: { orderId: '{order.id}' } },
      answer: {
        id: 1n,
        petId: 2n,
        status: 'placed',
        createdAt: '2026-11-22T06:10:24.677Z',
        updatedAt: '2026-11-22T06:10:24.677Z',
      },
    },
  },
  errors: ['order_not_found'],
  access: [{ table: 'orders', actions: ['GetItem'] }],
});
