import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { RequestError } from '../errors/request-error.ts';
import { MalformedItemError } from '../errors/storage-errors.ts';
import { parseItem } from '../storage/parse-item.ts';
import type { ItemKey, Tables } from '../storage/tables.ts';
import { transact } from '../storage/transact.ts';
import { hasValues, updateExpression } from '../storage/update-expression.ts';
import { buildGetOrder } from './get-order.ts';
import { movePet } from './move-pet.ts';
import { isOpen, PET_STATUS } from './order.ts';
import { accountStatus, OrderItem, otherSide } from './stored-order.ts';

/**
 * Closes an order that an account is a side of: both sides and the pet change together. Two round trips, a
 * read and a transaction; only the read if the order is closed already.
 * @returns the order as it is then, and whether this call closed it
 * @throws RequestError `order_not_found`, `not_owner` if a customer completes it, or `order_closed` if it
 * ended otherwise, in this order
 * @throws MalformedItemError if the order or its pet is not as the service leaves them
 */
export const buildCloseOrder = (
  client: DynamoDBDocumentClient,
  tables: Tables<'orders' | 'pets'>,
  as: keyof typeof PET_STATUS,
) => {
  const get = buildGetOrder(client, tables);

  /** Gives an order that is closed, if it is closed in the way that was asked for. */
  const closed = (order: OrderItem) => {
    if (order.status === as) return { ...order, isNew: false };
    throw new RequestError('order_closed');
  };

  return async (accountId: string, id: bigint) => {
    const order = await get(accountId, id);
    if (as === 'completed' && order.role === 'customer') throw new RequestError('not_owner');
    if (!isOpen(order)) return closed(order);

    const changes = { status: as, updatedAt: new Date().toISOString() };
    const closeSide = (side: OrderItem) => ({
      Update: {
        TableName: tables.orders,
        Key: { accountId: side.accountId, id } satisfies ItemKey<'orders'>,
        ...updateExpression(
          { ...changes, accountStatus: accountStatus({ ...side, status: as }) },
          hasValues({ status: 'placed' }),
        ),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
      },
    });
    const other = otherSide(order);
    const failed = await transact(client, {
      order: closeSide(order),
      ...(other && { other: closeSide(other) }),
      pet: movePet(tables, order.petId, { status: PET_STATUS[as] }, { heldBy: id }),
    });
    if (failed === undefined) return { ...order, ...changes, isNew: true };
    // Another request closed it after it was read.
    const now = failed.order?.item;
    if (now) return closed(parseItem(OrderItem, now, { table: tables.orders, name: 'orders' }));
    throw new MalformedItemError(
      failed.pet
        ? `${tables.pets}, id ${order.petId}: is not held by the order ${id}, which is open`
        : `${tables.orders}, id ${id}: is open on one side only`,
    );
  };
};
