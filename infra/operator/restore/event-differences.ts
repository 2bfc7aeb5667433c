import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { LogEntry } from '../../../functions/record-events/log-entry.ts';
import type { Event } from '../../../lib/events/event.ts';
import { LogHead, logName, oldestKept } from '../../../lib/events/log-head.ts';
import { expiryOf, firstKeptDay } from '../../../lib/events/retention.ts';
import { EventItem } from '../../../lib/events/stored-event.ts';
import type { Order } from '../../../lib/orders/order.ts';
import { OrderItem, toOrder } from '../../../lib/orders/stored-order.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { petChanges } from '../../../lib/pets/pet-changes.ts';
import { petKey } from '../../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../../lib/pets/stored-pet.ts';
import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { TransactionPart } from '../../../lib/storage/transact.ts';
import { hasValues } from '../../../lib/storage/update-expression.ts';
import type { OpenStage } from '../stage/stage.ts';
import { readDocuments } from './stored-items.ts';

/** An item that is stored otherwise than its log tells. */
export const LogDifference = z.object({
  log: z.string(),
  id: z.string(),
  /** The position of its newest event; 0 if it has none. */
  position: z.string(),
  /** Names what is stored: the revision of a pet, the status of an order, or `absent`. */
  stored: z.string(),
  /** The types of the events that are missing. None for an order that is gone: no event tells that. */
  missing: z.array(z.string()),
});
export type LogDifference = z.infer<typeof LogDifference>;

/** A difference, with what has to be appended to the log. */
export interface FoundDifference extends LogDifference {
  readonly changes: readonly LogEntry[];
}

/** What a comparison of tables with logs found. */
export interface Comparison {
  readonly differences: readonly FoundDifference[];
  /** Logs that no longer begin at 1. Of their items only those with an event that is kept were compared. */
  readonly shortened: number;
  /** Items from before their log, without an event. They were not compared. */
  readonly earlier: number;
  /** Items that are not as the service writes them. They were not compared. */
  readonly malformed: number;
}

type Logged = Event & { readonly log: string };
type Happening = LogEntry['happening'];

const PETS_LOG = logName('pets', '');
const ORDERS_LOGS = logName('orders', '');

const placeOf = (log: string, id: bigint): string => `${log} ${id}`;

/** An item as it is stored, or that is gone. */
interface Stored extends Pick<LogDifference, 'log' | 'stored'> {
  readonly id: bigint;
  /** Holds as long as it is stored like this. Without one, it stays so. */
  readonly check?: TransactionPart | undefined;
}

/**
 * Compares the stored pets and orders with what the logs tell. The logs are read first, and everything strongly
 * consistent. While clients write, it also finds changes that are not recorded yet. It keeps the newest event of
 * every item in memory.
 * @throws MalformedItemError if a log has an item that is not an event
 */
export const findDifferences = async (
  { client, table }: Pick<OpenStage, 'client' | 'table'>,
  now: Date = new Date(),
): Promise<Comparison> => {
  const { shortened, firstPet, since, newest } = await readLogs(client, table('events'), now);
  const createdAt = now.toISOString();
  const differences: FoundDifference[] = [];
  let [malformed, earlier] = [0, 0];

  const compare = (
    item: Stored,
    mayBeEarlier: boolean,
    missingAfter: (logged: Logged | undefined) => readonly Happening[],
  ): void => {
    const place = placeOf(item.log, item.id);
    const logged = newest.get(place);
    newest.delete(place);
    if (logged === undefined && shortened.has(item.log)) return;
    if (logged === undefined && mayBeEarlier) {
      earlier += 1;
      return;
    }
    const missing = missingAfter(logged);
    if (missing.length > 0) differences.push(differenceOf(item, logged, missing));
  };
  /** A malformed item is not taken for one that is gone. */
  const skip = (log: string, id: unknown): void => {
    malformed += 1;
    if (typeof id === 'bigint') newest.delete(placeOf(log, id));
  };
  const petIs = (id: bigint, revision: string | undefined): TransactionPart => ({
    ConditionCheck: { TableName: table('pets'), Key: petKey(id), ...hasValues({ revision }) },
  });

  for await (const read of readDocuments(client, table('pets'))) {
    const pet = StoredPet.safeParse(read).data;
    if (pet === undefined) {
      skip(PETS_LOG, read['id']);
      continue;
    }
    const { id, revision } = pet;
    compare(
      { log: PETS_LOG, id, stored: revision, check: petIs(id, revision) },
      firstPet === undefined || id < firstPet,
      (logged) => missingOfPet(toPet(pet), loggedPet(logged), createdAt),
    );
  }

  const isBeforeLogs = (time: string): boolean => since === undefined || time < since;
  for await (const read of readDocuments(client, table('orders'))) {
    const order = OrderItem.safeParse(read).data;
    if (order === undefined) {
      skip(logName('orders', String(read['accountId'])), read['id']);
      continue;
    }
    const { accountId, id, status, updatedAt } = order;
    const still = { TableName: table('orders'), Key: { accountId, id }, ...hasValues({ status }) };
    // One that is closed stays as it is.
    const check = status === 'placed' ? { ConditionCheck: still } : undefined;
    compare(
      { log: logName('orders', accountId), id, stored: status, check },
      isBeforeLogs(updatedAt),
      (logged) => missingOfOrder(toOrder(order), logged?.type, isBeforeLogs),
    );
  }

  // What is left is not stored.
  for (const logged of newest.values()) {
    if (logged.type === 'pet.deleted') continue;
    const { log, data } = logged;
    const pet = loggedPet(logged);
    const item = { log, id: data.id, stored: 'absent', check: petIs(data.id, undefined) };
    const missing = pet ? [{ type: 'pet.deleted', data: pet, createdAt }] : [];
    differences.push(differenceOf(item, logged, missing));
  }
  return { differences, shortened: shortened.size, earlier, malformed };
};

/** Reads the logs without the marks of what was recorded. */
const readLogs = async (client: DynamoDBDocumentClient, table: string, now: Date) => {
  const location = { table, name: 'events' } as const;
  const expiry = expiryOf(firstKeptDay(now));
  /** Logs that no longer begin at 1. */
  const shortened = new Set<string>();
  /** The newest kept event of each item, by log and id. */
  const newest = new Map<string, Logged>();
  /** The lowest id of a pet whose creation is recorded: ids rise, so pets with a lower one were there before. */
  let firstPet: bigint | undefined;
  /** The time of the earliest event that is kept: of orders, nothing before it has to be there. */
  let since: string | undefined;
  for await (const read of readDocuments(client, table)) {
    const log = String(read['log']);
    if (log !== PETS_LOG && !log.startsWith(ORDERS_LOGS)) continue;
    if (read['position'] === 0n) {
      if (oldestKept(parseItem(LogHead, read, location), now) > 1n) shortened.add(log);
      continue;
    }
    const { expiresAt, ...event } = parseItem(EventItem, read, location);
    if (expiresAt < expiry) continue;
    const { id } = event.data;
    if (since === undefined || event.createdAt < since) since = event.createdAt;
    if (event.type === 'pet.created' && (firstPet === undefined || id < firstPet)) firstPet = id;
    const position = newest.get(placeOf(log, id))?.position ?? 0n;
    if (event.position > position) newest.set(placeOf(log, id), { ...event, log });
  }
  return { shortened, firstPet, since, newest };
};

const loggedPet = (logged: Logged | undefined): Pet | undefined =>
  logged && logged.type !== 'pet.deleted' && 'name' in logged.data ? logged.data : undefined;

const missingOfPet = (
  data: Pet,
  before: Pet | undefined,
  createdAt: string,
): readonly Happening[] => {
  if (before === undefined) return [{ type: 'pet.created', data, createdAt }];
  const previous = petChanges(before, data);
  return previous ? [{ type: 'pet.updated', data, previous, createdAt }] : [];
};

const missingOfOrder = (
  order: Order,
  logged: string | undefined,
  isBeforeLogs: (time: string) => boolean,
): readonly Happening[] => {
  const { status, createdAt, updatedAt } = order;
  const now = { type: `order.${status}`, data: order, createdAt: updatedAt };
  if (logged === now.type) return [];
  const isPlacedNews = logged === undefined && !isBeforeLogs(createdAt);
  if (!isPlacedNews || status === 'placed') return [now];
  const placed = { ...order, status: 'placed', updatedAt: createdAt } as const;
  return [{ type: 'order.placed', data: placed, createdAt }, now];
};

const differenceOf = (
  { log, id, stored, check }: Stored,
  logged: Logged | undefined,
  missing: readonly Happening[],
): FoundDifference => {
  const position = String(logged?.position ?? 0n);
  return {
    log,
    id: String(id),
    position,
    stored,
    missing: missing.map(({ type }) => type),
    changes: missing.map((happening) => ({
      happening,
      log,
      ...(check && { check }),
      // Streams' records have marks of another kind. After the item's newest event, this one is missing once.
      mark: ['missing', log, id, position, happening.type].join('#'),
    })),
  };
};
