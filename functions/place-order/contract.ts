import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { ORDER_EXAMPLE, Order } from '../../lib/orders/order.ts';
import { int64 } from '../../lib/values/int64.ts';

export const OrderInput = bodyOf('OrderInput', 'An order to be. Other members are ignored.', {
  petId: int64.check(z.meta({ description: 'The pet to order.' })),
});
export type OrderInput = z.infer<typeof OrderInput>;

export const placeOrder = contract({
  operationId: 'placeOrder',
  tag: 'Orders',
  method: 'POST',
  path: '/store/orders',
  stability: 'beta',
  summary: 'Order a pet',
  description:
    'A pet that is `available` becomes `pending` in the same step. It keeps that status until the order is closed. If several clients order one pet at once, exactly one gets it. Pets of all accounts can be ordered. Your account and the owner of the pet see the order.',
  request: { body: OrderInput, idempotencyKey: true },
  success: {
    status: 201,
    body: Order,
    headers: ['Location'],
    links: { getOrder: 'orderId', completeOrder: 'orderId', cancelOrder: 'orderId' },
  },
  examples: {
    pet: {
      summary: 'A pet that is available',
      after: { pet: 'createPet.least' },
      request: { body: { petId: '{pet.id}' } },
      answer: ORDER_EXAMPLE,
    },
  },
  errors: ['pet_not_found', 'pet_not_available'],
  access: [
    { table: 'counters', actions: ['UpdateItem'] },
    { table: 'idempotencyKeys', actions: ['PutItem'] },
    { table: 'orders', actions: ['PutItem'] },
    { table: 'pets', actions: ['GetItem', 'UpdateItem'] },
  ],
});
