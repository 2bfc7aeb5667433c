import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { UNSURE } from '../../lib/dynamodb.ts';
import { buildCreateOnce, type Created } from '../../lib/idempotency/create-once.ts';
import type { Idempotency } from '../../lib/idempotency/idempotency-key.ts';
import { holdPet } from '../../lib/orders/move-pet.ts';
import { OrderItem, storedOrder } from '../../lib/orders/stored-order.ts';
import { PET_KEY_ATTRIBUTES } from '../../lib/pets/pet-key.ts';
import { StoredPet } from '../../lib/pets/stored-pet.ts';
import { RequestError } from '../../lib/request-error.ts';
import { StorageTimeoutError } from '../../lib/storage-errors.ts';
import { parseItem } from '../../lib/stored-item.ts';
import { buildTakeId, IdTakenError } from '../../lib/take-id.ts';
import { type NewOrder, placeOrder } from './contract.ts';

/** An order to be, and the account that it will belong to. */
export type OwnedNewOrder = NewOrder & Pick<OrderItem, 'accountId'>;

/**
 * Places an order, once for each idempotency key. Two round trips, one for its id, and one for the
 * transaction that stores it and holds its pet.
 * @throws RequestError `pet_not_found` or `pet_not_available`
 * @throws MalformedItemError if what is stored is not a pet
 * @throws IdTakenError if the counter is lower than the ids in the table
 * @throws the errors of `CreateOnce`
 */
export type PlaceOrder = (
  input: OwnedNewOrder,
  idempotency?: Idempotency,
) => Promise<Created<OrderItem>>;

/** Builds placeOrder over the tables `orders`, `pets`, `counters` and `idempotencyKeys`. */
export const buildPlaceOrder = (
  client: DynamoDBDocumentClient,
  tables: Readonly<Record<'counters' | 'idempotencyKeys' | 'orders' | 'pets', string>>,
): PlaceOrder => {
  const takeId = buildTakeId(client, tables.counters, 'orders');
  const createOnce = buildCreateOnce(
    client,
    tables.idempotencyKeys,
    placeOrder.operationId,
    OrderItem,
  );

  return async (input, idempotency) => {
    const id = await takeId();
    const now = new Date().toISOString();
    const order: OrderItem = { id, status: 'placed', createdAt: now, updatedAt: now, ...input };
    const put = {
      TableName: tables.orders,
      Item: storedOrder(order),
      ConditionExpression: 'attribute_not_exists(id)',
    };
    const parts = { order: { Put: put }, pet: holdPet(tables.pets, order.petId, id) };
    const result = await createOnce({ idempotency, input, item: order, parts });
    if (!('failed' in result)) return result;

    const { failed } = result;
    if (failed.order) throw new IdTakenError(id);
    if (failed.pet?.item === undefined) throw new RequestError('pet_not_found');
    parseItem(StoredPet, failed.pet.item, {
      table: tables.pets,
      keyAttributes: PET_KEY_ATTRIBUTES,
    });
    // Its own earlier attempt may hold the pet.
    if (failed.pet.unsure) throw new StorageTimeoutError(UNSURE);
    throw new RequestError('pet_not_available');
  };
};
