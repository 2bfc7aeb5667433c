import { createHash } from 'node:crypto';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { readItem } from '../../lib/dynamodb.ts';
import { PET_STATUS } from '../../lib/orders/order.ts';
import { OrderItem, storedOrder } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { readItems, type StoredItem } from './stored-items.ts';

/** Corrections of restored pets and orders that do not agree, by their ids. */
export interface Repairs {
  readonly pets: ReadonlyMap<string, StoredItem>;
  readonly orders: ReadonlyMap<string, StoredItem>;
  /** A sentence for each. */
  readonly lines: readonly string[];
  /** The highest ids there are; 0 where there are none. */
  readonly highest: { readonly pets: bigint; readonly orders: bigint };
}

/**
 * Compares restored orders with restored pets. A restore may contain only one half of a transaction
 * ("Amazon DynamoDB Transactions: How it works"), and either half may be the newer one. An order
 * that is not whole in both tables is ended: its pet is released, or the order is closed. The
 * order's status or the pet's status `sold` decides how it ends.
 */
export const findRepairs = async (
  client: DynamoDBDocumentClient,
  tables: { readonly pets: string; readonly orders: string },
): Promise<Repairs> => {
  const pets = await readPets(client, tables.pets);
  const orders = await readOrders(client, tables.orders, new Set(pets.held.values().map(holderOf)));
  const repairs = { pets: new Map<string, StoredItem>(), orders: new Map<string, StoredItem>() };
  const lines: string[] = [];

  for (const { item, pet } of pets.held.values()) {
    const order = orders.found.get(holderOf({ pet }))?.order;
    const own = order?.petId === pet.id ? order.status : undefined;
    if (own === 'placed') continue;
    const status = PET_STATUS[own === 'completed' ? own : 'cancelled'];
    const { heldBy: _heldBy, ...others } = item;
    const changes = { ...statusAttributes({ ...pet, status }), revision: nextRevision(pet) };
    repairs.pets.set(String(pet.id), { ...others, ...marshall(changes) });
    lines.push(
      `The pet ${pet.id} becomes ${status}: the order ${pet.openOrderId}, which holds it, is ${own ?? 'missing'}.`,
    );
  }

  for (const { item, order } of orders.found.values()) {
    if (order.status !== 'placed') continue;
    if (pets.held.get(order.petId)?.pet.openOrderId === order.id) continue;
    const pet = await getPet(client, tables.pets, order.petId);
    const isSold = pet?.heldBy === undefined && pet?.status === PET_STATUS.completed;
    const status = isSold ? 'completed' : 'cancelled';
    repairs.orders.set(String(order.id), {
      ...item,
      ...marshall(storedOrder({ ...order, status })),
    });
    lines.push(
      `The order ${order.id} becomes ${status}: it is open, and does not hold its pet ${order.petId}, which is ${pet?.status ?? 'missing'}.`,
    );
  }
  return { ...repairs, lines, highest: { pets: pets.highest, orders: orders.highest } };
};

const holderOf = ({ pet }: { readonly pet: PetItem }): bigint => pet.openOrderId ?? 0n;

/** The pets that an order holds. An item that the service did not write is copied unchanged. */
const readPets = async (client: DynamoDBDocumentClient, table: string) => {
  const held = new Map<bigint, { readonly item: StoredItem; readonly pet: PetItem }>();
  let highest = 0n;
  for await (const item of readItems(client, table)) {
    const read = readItem({ ...item });
    highest = higher(highest, read['id']);
    const pet = item['heldBy'] && StoredPet.safeParse(read).data;
    if (pet) held.set(pet.id, { item, pet });
  }
  return { held, highest };
};

/** The orders that are open, or hold a pet. */
const readOrders = async (
  client: DynamoDBDocumentClient,
  table: string,
  holders: ReadonlySet<bigint>,
) => {
  const found = new Map<bigint, { readonly item: StoredItem; readonly order: OrderItem }>();
  let highest = 0n;
  for await (const item of readItems(client, table)) {
    const read = readItem({ ...item });
    highest = higher(highest, read['id']);
    const order = OrderItem.safeParse(read).data;
    if (order && (order.status === 'placed' || holders.has(order.id))) {
      found.set(order.id, { item, order });
    }
  }
  return { found, highest };
};

const higher = (highest: bigint, id: unknown): bigint =>
  typeof id === 'bigint' && id > highest ? id : highest;

const FoundPet = z.object({ status: z.string(), heldBy: z.bigint().optional() });

const getPet = async (client: DynamoDBDocumentClient, table: string, id: bigint) => {
  const Key = marshall(petKey(id));
  const { Item } = await client.send(
    new GetItemCommand({ TableName: table, Key, ConsistentRead: true }),
  );
  return Item && FoundPet.safeParse(readItem(Item)).data;
};

/** A revision that no state of a pet had (`lib/revision.ts`). It is the same each time that the command runs. */
const nextRevision = ({ revision }: PetItem): string =>
  createHash('sha256').update(revision).digest('base64url').slice(0, revision.length);
