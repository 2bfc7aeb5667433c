import { createHash } from 'node:crypto';
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod';
import { readItem } from '../../lib/dynamodb.ts';
import { PET_STATUS } from '../../lib/orders/order.ts';
import { OrderItem, otherSide, storedOrder } from '../../lib/orders/stored-order.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { readItems, type StoredItem } from './stored-items.ts';

/** Corrections of restored pets and orders that do not agree. */
export interface Repairs {
  readonly pets: readonly StoredItem[];
  readonly orders: readonly StoredItem[];
  /** A sentence for each. */
  readonly lines: readonly string[];
  /** The highest ids there are; 0 where there are none. */
  readonly highest: { readonly pets: bigint; readonly orders: bigint };
}

/**
 * Compares restored orders with their other side, and with restored pets. A restore may contain a part of a transaction
 * of its last moment ("Amazon DynamoDB Transactions: How it works"), so any item may be the newer one. An order that one
 * side has closed is closed, and a missing side is added. An order that does not agree with its pet is ended: the pet is
 * released, or the order is closed. A side that is closed, or a pet that is sold, decides how it ends.
 */
export const findRepairs = async (
  client: DynamoDBDocumentClient,
  tables: { readonly pets: string; readonly orders: string },
): Promise<Repairs> => {
  const pets = await readPets(client, tables.pets);
  const orders = await readOrders(client, tables.orders, new Set(pets.held.values().map(holderOf)));
  const ends = new Map<bigint, OrderItem>();
  const repaired: Record<'orders' | 'pets', StoredItem[]> = { pets: [], orders: [] };
  // Both sides of an order have the same sentence.
  const lines = new Set<string>();

  /** An open order as it is to be, and why, if it is to be closed. */
  const endOf = async (order: OrderItem, other: OrderItem | undefined) => {
    if (other && other.status !== 'placed') {
      const { status, updatedAt } = other;
      return { end: { ...order, status, updatedAt }, why: 'it is for its other side' };
    }
    if (pets.held.get(order.petId)?.pet.openOrderId === order.id) return { end: order };
    const pet = await getPet(client, tables.pets, order.petId);
    const isSold = pet?.heldBy === undefined && pet?.status === PET_STATUS.completed;
    const status = isSold ? 'completed' : 'cancelled';
    return {
      end: { ...order, status } as const,
      why: `it is open, and does not hold its pet ${order.petId}, which is ${pet?.status ?? 'missing'}`,
    };
  };

  for (const { item, order } of orders.found.values()) {
    const expected = otherSide(order);
    const other = expected && (await findSide(client, tables.orders, expected, orders.found));
    const { end, why } =
      order.status === 'placed' ? await endOf(order, other?.order) : { end: order, why: undefined };
    ends.set(order.id, end);
    if (why !== undefined) {
      repaired.orders.push({ ...item, ...marshall(storedOrder(end)) });
      lines.add(`The order ${order.id} becomes ${end.status}: ${why}.`);
    }
    const missing = other ? undefined : otherSide(end);
    if (missing) {
      repaired.orders.push(marshall(storedOrder(missing)));
      lines.add(`The order ${order.id} becomes whole: one of its sides is missing.`);
    }
  }

  for (const { item, pet } of pets.held.values()) {
    const order = ends.get(holderOf({ pet }));
    const own = order?.petId === pet.id ? order.status : undefined;
    if (own === 'placed') continue;
    const status = PET_STATUS[own === 'completed' ? own : 'cancelled'];
    const { heldBy: _heldBy, ...others } = item;
    const changes = { ...statusAttributes({ ...pet, status }), revision: nextRevision(pet) };
    repaired.pets.push({ ...others, ...marshall(changes) });
    lines.add(
      `The pet ${pet.id} becomes ${status}: the order ${pet.openOrderId}, which holds it, is ${own ?? 'missing'}.`,
    );
  }
  return {
    ...repaired,
    lines: [...lines],
    highest: { pets: pets.highest, orders: orders.highest },
  };
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

/** What is stored of one side of an order. */
interface StoredSide {
  readonly item: StoredItem;
  readonly order: OrderItem;
}

const placeOf = ({ accountId, id }: Pick<OrderItem, 'accountId' | 'id'>) => `${accountId} ${id}`;

/** The sides of orders that are open, hold a pet, or lack their other side, by account and id. */
const readOrders = async (
  client: DynamoDBDocumentClient,
  table: string,
  holders: ReadonlySet<bigint>,
) => {
  const found = new Map<string, StoredSide>();
  // Orders of two sides of which one was read, with its account.
  const alone = new Map<bigint, string>();
  let highest = 0n;
  for await (const item of readItems(client, table)) {
    const read = readItem({ ...item });
    highest = higher(highest, read['id']);
    const order = OrderItem.safeParse(read).data;
    if (order === undefined) continue;
    if (order.otherAccountId !== undefined && !alone.delete(order.id)) {
      alone.set(order.id, order.accountId);
    }
    if (order.status === 'placed' || holders.has(order.id)) {
      found.set(placeOf(order), { item, order });
    }
  }
  for (const [id, accountId] of alone) {
    const side = await findSide(client, table, { id, accountId }, found);
    if (side) found.set(placeOf(side.order), side);
  }
  return { found, highest };
};

/** What is stored of a side, also if it is closed. */
const findSide = async (
  client: DynamoDBDocumentClient,
  table: string,
  { accountId, id }: Pick<OrderItem, 'accountId' | 'id'>,
  found: ReadonlyMap<string, StoredSide>,
): Promise<StoredSide | undefined> => {
  const known = found.get(placeOf({ accountId, id }));
  if (known) return known;
  const Key = marshall({ accountId, id });
  const { Item: item } = await client.send(
    new GetItemCommand({ TableName: table, Key, ConsistentRead: true }),
  );
  const order = item && OrderItem.safeParse(readItem(item)).data;
  return order && { item, order };
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
