import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { ORDER_EXAMPLE, Order, orderId } from '../../lib/orders/order.ts';

export const getOrder = contract({
  operationId: 'getOrder',
  tag: 'Orders',
  method: 'GET',
  path: '/store/orders/{orderId}',
  stability: 'beta',
  summary: 'Get one order',
  description:
    'Only orders that your account placed, and orders for its pets: others do not exist for you.',
  request: { path: z.object({ orderId }) },
  success: { status: 200, body: Order },
  examples: {
    order: {
      summary: 'An open order',
      after: { order: 'placeOrder.pet' },
      request: { path: { orderId: '{order.id}' } },
      answer: ORDER_EXAMPLE,
    },
  },
  errors: ['order_not_found'],
  access: [{ table: 'orders', actions: ['GetItem'] }],
});
