import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { cursorParameter, limitParameter } from '../../lib/http/list-parameters.ts';
import { ORDER_EXAMPLE, Order, OrderStatus } from '../../lib/orders/order.ts';

export const Orders = z
  .array(Order)
  .check(z.meta({ id: 'Orders', maxItems: 100, description: 'Orders, the newest first.' }));

export const listOrders = contract({
  operationId: 'listOrders',
  tag: 'Orders',
  method: 'GET',
  path: '/store/orders',
  stability: 'beta',
  summary: "List your account's orders, the newest first",
  description:
    'They are the orders that your account placed, and the orders for its pets: `role` tells which. Every page is full but the last. Follow the URL in the `Link` header with `rel="next"` as it is; the last page has none. With `status` the list follows an index, which usually catches up within a second.',
  request: {
    query: z.object({
      limit: limitParameter('orders'),
      status: z
        .optional(OrderStatus)
        .check(z.meta({ description: 'Only orders with this status.' })),
      cursor: cursorParameter,
    }),
  },
  success: { status: 200, body: Orders, headers: ['Link'] },
  examples: {
    page: {
      summary: 'A page of one',
      after: { order: 'placeOrder.pet' },
      answer: [ORDER_EXAMPLE],
    },
    cancelled: {
      summary: 'No order was cancelled',
      request: { query: { status: 'cancelled' } },
      answer: [],
    },
  },
  errors: ['validation_failed', 'invalid_cursor'],
  access: [
    { table: 'orders', actions: ['Query'] },
    { table: 'orders', index: 'byStatus', actions: ['Query'] },
  ],
});
