import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { Order, orderId } from '../../lib/orders/order.ts';

export const completeOrder = contract({
  operationId: 'completeOrder',
  api: 'pets',
  tag: 'Orders',
  method: 'POST',
  path: '/store/orders/{orderId}/complete',
  stability: 'beta',
  summary: 'Complete an order',
  description:
    'The pet becomes `sold` in the same step. An order that is completed already is answered as it is, so the request is safe to repeat. The body is ignored.',
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
        status: 'completed',
        createdAt: '2026-11-22T06:10:24.677Z',
        updatedAt: '2026-11-22T06:12:03.105Z',
      },
    },
  },
  errors: ['order_not_found', 'order_closed'],
  access: [
    { table: 'orders', actions: ['GetItem', 'UpdateItem'] },
    { table: 'pets', actions: ['UpdateItem'] },
  ],
});
