import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../../lib/counter.ts';
import { UNSURE } from '../../lib/dynamodb.ts';
import type { Creation } from '../../lib/idempotency/create-once.ts';
import { holdPet } from '../../lib/orders/move-pet.ts';
import { type OrderItem, storedOrder } from '../../lib/orders/stored-order.ts';
import { PET_KEY } from '../../lib/pets/pet-key.ts';
import { StoredPet } from '../../lib/pets/stored-pet.ts';
import { RequestError } from '../../lib/request-error.ts';
import { StorageTimeoutError } from '../../lib/storage-errors.ts';
import { parseItem } from '../../lib/stored-item.ts';
import { type FailedParts, type TransactionPart, transact } from '../../lib/transaction.ts';
import type { NewOrder } from './contract.ts';

/** An order to be, and the account that it will belong to. */
export type OwnedNewOrder = NewOrder & Pick<OrderItem, 'accountId'>;

/**
 * Builds the creation of orders over the tables `orders` and `pets` and the counter that hands out ids. One
 * round trip to prepare an order, and one for the transaction that stores it and holds its pet.
 * It throws RequestError `pet_not_found` or `pet_not_available`, MalformedItemError if what is stored is
 * not a pet, and the errors of `lib/storage-errors.ts`.
 */
export const buildOrderCreation = (
  client: DynamoDBDocumentClient,
  tables: { readonly orders: string; readonly pets: string },
  ids: Counter,
  clock: () => Date = () => new Date(),
): Creation<OwnedNewOrder, OrderItem> => {
  const parts = (order: OrderItem): readonly TransactionPart[] => [
    {
      Put: {
        TableName: tables.orders,
        Item: storedOrder(order),
        ConditionExpression: 'attribute_not_exists(id)',
      },
    },
    holdPet(tables.pets, order.petId, order.id),
  ];

  const refusal = ({ id }: OrderItem, [order, pet]: FailedParts): Error => {
    if (order)
      return new Error(`The id ${id} is taken: the counter is lower than the ids in the table`);
    if (pet?.item === undefined) return new RequestError('pet_not_found');
    parseItem(StoredPet, pet.item, { table: tables.pets, key: PET_KEY });
    return pet.unsure ? new StorageTimeoutError(UNSURE) : new RequestError('pet_not_available');
  };

  return {
    prepare: async ({ petId, accountId }) => {
      const now = clock().toISOString();
      return {
        id: await ids.next(),
        petId,
        status: 'placed',
        createdAt: now,
        updatedAt: now,
        accountId,
      };
    },
    store: async (order) => {
      const failed = await transact(client, parts(order));
      if (failed) throw refusal(order, failed);
    },
    parts,
    refusal,
  };
};
