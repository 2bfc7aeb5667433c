import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import { type Contract, contract } from '../http/contract.ts';
import { ORDER_EXAMPLE, Order, orderId, PET_STATUS } from './order.ts';

interface Closing extends Pick<Contract, 'operationId' | 'path' | 'summary'> {
  /** The order's status then. */
  readonly status: keyof typeof PET_STATUS;
  /** Who may do it, in Markdown. */
  readonly who: string;
  /** The codes of those who may not. */
  readonly refusals?: readonly ErrorCode[];
}

export const closeOrderContract = ({ status, who, refusals = [], ...operation }: Closing) =>
  contract({
    ...operation,
    tag: 'Orders',
    method: 'POST',
    stability: 'beta',
    description: `${who} The pet becomes \`${PET_STATUS[status]}\` in the same step. An order that is ${status} already is answered as it is, so the request is safe to repeat. The body is ignored.`,
    request: { path: z.object({ orderId }), repeatable: true },
    success: { status: 200, body: Order },
    examples: {
      order: {
        summary: 'An open order',
        after: { order: 'placeOrder.pet' },
        request: { path: { orderId: '{order.id}' } },
        answer: { ...ORDER_EXAMPLE, status, updatedAt: '2026-11-22T06:12:03.105Z' },
      },
    },
    errors: [...refusals, 'order_not_found', 'order_closed'],
    access: [
      { table: 'orders', actions: ['GetItem', 'UpdateItem'] },
      { table: 'pets', actions: ['UpdateItem'] },
    ],
  });
