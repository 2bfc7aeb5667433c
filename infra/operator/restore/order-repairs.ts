import { hash } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { isOpen, PET_STATUS } from '../../../lib/orders/order.ts';
import { OrderItem, otherSide, storedOrder } from '../../../lib/orders/stored-order.ts';
import { indexAttributes } from '../../../lib/pets/index-keys.ts';
import { type PetItem, StoredPet } from '../../../lib/pets/stored-pet.ts';
import { readItem } from '../../../lib/storage/document-client.ts';
import { readItems, type StoredItem } from '../stage/stored-items.ts';

/**
 * Compares restored orders with their other side, and with restored pets. A restore may contain a part of a transaction
 * of its last moment ("Amazon DynamoDB Transactions: How it works"), so any item may be the newer one. An order that one
 * side has closed is closed, and a missing side is added. An order that does not agree with its pet is ended: the pet is
 * released, or the order is closed. A side that is closed, or a pet that is sold, decides how it ends.
 * @returns the corrected items, lines about them, and the highest ids there are; 0 where there are none
 */
export const findRepairs = async (
  client: DynamoDBDocumentClient,
  tables: { readonly pets: string; readonly orders: string },
) => {
  const open = await findOpen(client, tables.orders);
  const pets = await readPets(client, tables.pets, open.petIds);
  const held = [...pets.found.values()].flatMap(({ item, pet }) =>
    pet.heldBy === undefined ? [] : [{ item, pet, orderId: pet.heldBy }],
  );
  const looked = new Set([...open.orderIds, ...held.map(({ orderId }) => orderId)]);
  const found: { readonly item: StoredItem; readonly order: OrderItem }[] = [];
  for await (const { item, order } of readOrders(client, tables.orders)) {
    if (order && looked.has(order.id)) found.push({ item, order });
  }

  const items: Record<'orders' | 'pets', StoredItem[]> = { pets: [], orders: [] };
  const lines: string[] = [];
  const ends = new Map<bigint, OrderItem>();
  for (const [id, sides] of Map.groupBy(found, ({ order }) => order.id)) {
    const { end, why } = endOf(sides, pets.found);
    const { status, updatedAt } = end;
    ends.set(id, end);
    const changed = sides.filter(({ order }) => order.status !== status);
    for (const { item, order } of changed) {
      items.orders.push({ ...item, ...marshall(storedOrder({ ...order, status, updatedAt })) });
    }
    if (changed.length > 0) lines.push(`The order ${id} becomes ${status}: ${why}.`);
    const missing = sides.length === 1 ? otherSide(end) : undefined;
    if (missing) {
      items.orders.push(marshall(storedOrder(missing)));
      lines.push(`The order ${id} becomes whole: one of its sides is missing.`);
    }
  }

  for (const { item, pet, orderId } of held) {
    const order = ends.get(orderId);
    const own = order?.petId === pet.id ? order.status : undefined;
    if (own === 'placed') continue;
    const status = PET_STATUS[own ?? 'cancelled'];
    const { heldBy: _heldBy, ...others } = item;
    const changes = { ...indexAttributes(pet.id, { status }), revision: nextRevision(pet) };
    items.pets.push({ ...others, ...marshall(changes) });
    lines.push(
      `The pet ${pet.id} becomes ${status}: the order ${orderId}, which holds it, is ${own ?? 'missing'}.`,
    );
  }
  return { items, lines, highest: { pets: pets.highest, orders: open.highest } };
};

/** One side of an order as both are to be, and why, if one of them changes. */
const endOf = (
  sides: readonly { readonly order: OrderItem }[],
  pets: ReadonlyMap<bigint, { readonly pet: PetItem }>,
): { readonly end: OrderItem; readonly why?: string } => {
  const closed = sides.find((side) => !isOpen(side.order));
  if (closed) return { end: closed.order, why: 'it is for its other side' };
  const order = sides[0]?.order;
  if (order === undefined) throw new Error('An order has at least one side.');
  const pet = pets.get(order.petId)?.pet;
  if (pet?.heldBy === order.id) return { end: order };
  const isSold = pet?.heldBy === undefined && pet?.status === PET_STATUS.completed;
  return {
    end: { ...order, status: isSold ? 'completed' : 'cancelled' },
    why: `it is open, and does not hold its pet ${order.petId}, which is ${pet?.status ?? 'missing'}`,
  };
};

/** All orders. An item that the service did not write is copied unchanged. */
async function* readOrders(client: DynamoDBDocumentClient, table: string) {
  for await (const item of readItems(client, table)) {
    const read = readItem({ ...item });
    yield { item, id: read['id'], order: OrderItem.safeParse(read).data };
  }
}

/** Finds the orders that are open or lack a side, the pets of the open ones, and the highest id. */
const findOpen = async (client: DynamoDBDocumentClient, table: string) => {
  const orderIds = new Set<bigint>();
  const petIds = new Set<bigint>();
  // Orders of two sides of which one was read.
  const halves = new Set<bigint>();
  let highest = 0n;
  for await (const { id, order } of readOrders(client, table)) {
    highest = higher(highest, id);
    if (order === undefined) continue;
    if (order.otherAccountId !== undefined && !halves.delete(order.id)) halves.add(order.id);
    if (!isOpen(order)) continue;
    orderIds.add(order.id);
    petIds.add(order.petId);
  }
  return { orderIds: [...orderIds, ...halves], petIds, highest };
};

const readPets = async (client: DynamoDBDocumentClient, table: string, ids: Set<bigint>) => {
  const found = new Map<bigint, { readonly item: StoredItem; readonly pet: PetItem }>();
  let highest = 0n;
  for await (const item of readItems(client, table)) {
    const read = readItem({ ...item });
    highest = higher(highest, read['id']);
    const pet = StoredPet.safeParse(read).data;
    if (pet && (pet.heldBy !== undefined || ids.has(pet.id))) found.set(pet.id, { item, pet });
  }
  return { found, highest };
};

const higher = (highest: bigint, id: unknown): bigint =>
  typeof id === 'bigint' && id > highest ? id : highest;

/** A revision that no state of a pet had (`lib/revisions/revision.ts`). It is the same each time that the command runs. */
const nextRevision = ({ revision }: PetItem): string =>
  hash('sha256', revision, 'base64url').slice(0, revision.length);
