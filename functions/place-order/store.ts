import * as z from 'zod/mini';
import { RequestError } from '../../lib/errors/request-error.ts';
import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import { buildCreateOnce, type Create } from '../../lib/idempotency/create-once.ts';
import { movePet } from '../../lib/orders/move-pet.ts';
import { OrderItem, otherSide, storedOrder } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { StoredPet } from '../../lib/pets/stored-pet.ts';
import { waitForAll } from '../../lib/process/wait-for-all.ts';
import { UNSURE } from '../../lib/storage/document-client.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import { buildTakeId, IdTakenError } from '../../lib/storage/id-counter.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { type OrderInput, placeOrder } from './contract.ts';

/**
 * Places an order, once for each idempotency key. Two round trips: one for its id and the owner of its pet,
 * and one for the transaction that stores both sides of it and holds the pet.
 * @throws RequestError `pet_not_found` or `pet_not_available`
 * @throws IdTakenError if the counter is lower than the ids in the table
 * @throws the errors of `CreateOnce`
 */
export type PlaceOrder = Create<OrderInput & Pick<OrderItem, 'accountId'>, OrderItem>;

const Owned = z.object({ accountId: z.unknown() });

export const buildPlaceOrder: Build<
  'counters' | 'idempotencyKeys' | 'orders' | 'pets',
  PlaceOrder
> = (client, tables) => {
  const takeId = buildTakeId(client, tables, 'orders');
  const createOnce = buildCreateOnce(client, tables, placeOrder, OrderItem);

  /** Strongly consistent. @returns undefined if the pet does not exist, or does not name an account */
  const findOwner = async (petId: bigint): Promise<string | undefined> => {
    const pet = await getItem(client, tables, 'pets', petKey(petId), Owned, {
      only: ['accountId'],
    });
    return typeof pet?.accountId === 'string' ? pet.accountId : undefined;
  };

  const putSide = (side: OrderItem) => ({
    Put: {
      TableName: tables.orders,
      Item: storedOrder(side),
      ConditionExpression: 'attribute_not_exists(id)',
    },
  });

  return async (input, idempotency) => {
    const { petId, accountId } = input;
    const [id, found] = await waitForAll([takeId(), findOwner(petId)]);
    // Without an owner the transaction fails, but it finds an earlier request with the same idempotency key.
    const owner = found ?? accountId;
    const now = new Date().toISOString();
    const order: OrderItem = {
      ...input,
      id,
      status: 'placed',
      createdAt: now,
      updatedAt: now,
      ...(owner === accountId ? { role: 'owner' } : { role: 'customer', otherAccountId: owner }),
    };
    const other = otherSide(order);
    const parts = {
      order: putSide(order),
      ...(other && { other: putSide(other) }),
      pet: movePet(
        tables,
        petId,
        { status: 'pending', heldBy: id },
        { status: 'available', heldBy: undefined, accountId: owner },
      ),
    };
    const result = await createOnce({ idempotency, input, item: order, parts });
    if (!('failed' in result)) return result;

    const { failed } = result;
    if (failed.order || failed.other) throw new IdTakenError(id);
    if (failed.pet?.item === undefined) throw new RequestError('pet_not_found');
    const pet = parseItem(StoredPet, failed.pet.item, { table: tables.pets, name: 'pets' });
    // The pet was created after its owner was looked for.
    if (pet.accountId !== owner) throw new RequestError('pet_not_found');
    // Its own earlier attempt may hold the pet.
    if (failed.pet.unsure) throw new StorageTimeoutError(UNSURE);
    throw new RequestError('pet_not_available');
  };
};
