import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import type { LogEntry } from '../../functions/record-events/log-entry.ts';
import type { Event } from '../../lib/events/event.ts';
import { LogHead, logName, oldestKept } from '../../lib/events/log-head.ts';
import { expiryOf, firstKeptDay } from '../../lib/events/retention.ts';
import { EventItem } from '../../lib/events/stored-event.ts';
import { OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { petChanges } from '../../lib/pets/pet-changes.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { TransactionPart } from '../../lib/storage/transact.ts';
import { hasValues } from '../../lib/storage/update-expression.ts';
import type { OpenStage } from './stage.ts';
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

/** Logs that no longer begin at 1, where they began, and the newest kept event of each item. */
interface Logs {
  readonly shortened: ReadonlySet<string>;
  /** The lowest id of a pet whose creation is recorded: ids rise, so pets with a lower one were there before. */
  readonly firstPet: bigint | undefined;
  /** The time of the earliest event that is kept: of orders, nothing before it has to be there. */
  readonly since: string | undefined;
  /** By log and id. */
  readonly newest: Map<string, LoggedEvent>;
}

type LoggedEvent = Event & { readonly log: string };

const ABSENT = 'absent';
const PETS_LOG = logName('pets', '');
const ORDERS_LOGS = logName('orders', '');

const placeOf = (log: string, id: bigint): string => `${log} ${id}`;

/** Whether two comparisons found the same state of the same item, with no event since. */
export const isSame = (one: LogDifference, other: LogDifference): boolean =>
  one.log === other.log &&
  one.id === other.id &&
  one.position === other.position &&
  one.stored === other.stored;

/** An item as it is stored, and what its log must tell of it. */
interface Compared {
  readonly log: string;
  readonly id: bigint;
  readonly stored: string;
  /** Whether it may be from before its log. */
  readonly isEarlier: boolean;
  /** Makes what is missing after its newest event. */
  readonly missingAfter: (logged: LoggedEvent | undefined) => readonly Missing[];
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
  const logs = await readLogs(client, table('events'), now);
  const differences: FoundDifference[] = [];
  let malformed = 0;
  let earlier = 0;

  const compare = ({ log, id, stored, isEarlier, missingAfter }: Compared): void => {
    const logged = logs.newest.get(placeOf(log, id));
    logs.newest.delete(placeOf(log, id));
    if (logged === undefined && logs.shortened.has(log)) return;
    if (logged === undefined && isEarlier) {
      earlier += 1;
      return;
    }
    const missing = missingAfter(logged);
    if (missing.length > 0) differences.push(differenceOf({ log, id, stored }, logged, missing));
  };
  /** A malformed item is not taken for one that is gone. */
  const skip = (log: string, id: unknown): void => {
    malformed += 1;
    if (typeof id === 'bigint') logs.newest.delete(placeOf(log, id));
  };

  for await (const read of readDocuments(client, table('pets'))) {
    const pet = StoredPet.safeParse(read).data;
    if (pet === undefined) {
      skip(PETS_LOG, read['id']);
      continue;
    }
    const { id, revision } = pet;
    const check = unchanged(table('pets'), petKey(id), 'revision', revision);
    compare({
      log: PETS_LOG,
      id,
      stored: revision,
      isEarlier: logs.firstPet === undefined || id < logs.firstPet,
      missingAfter: (logged) =>
        missingOfPet(toPet(pet), loggedPet(logged)).map((happening) => ({
          check,
          happening: { ...happening, createdAt: now.toISOString() },
        })),
    });
  }

  const isBeforeLogs = (time: string): boolean => logs.since === undefined || time < logs.since;
  for await (const read of readDocuments(client, table('orders'))) {
    const order = OrderItem.safeParse(read).data;
    if (order === undefined) {
      skip(logName('orders', String(read['accountId'])), read['id']);
      continue;
    }
    const { accountId, id, status, updatedAt } = order;
    compare({
      log: logName('orders', accountId),
      id,
      stored: status,
      isEarlier: isBeforeLogs(updatedAt),
      missingAfter: (logged) =>
        missingOfOrder(order, logged?.type, isBeforeLogs).map((happening) => ({
          happening,
          // One that is closed stays as it is.
          ...(status === 'placed' && {
            check: unchanged(table('orders'), { accountId, id }, 'status', status),
          }),
        })),
    });
  }

  // What is left is not stored.
  for (const logged of logs.newest.values()) {
    if (logged.type === 'pet.deleted') continue;
    const { log, data } = logged;
    const { id } = data;
    const pet = log === PETS_LOG ? loggedPet(logged) : undefined;
    const happening = pet && { type: 'pet.deleted', data: pet, createdAt: now.toISOString() };
    const check = unchanged(table('pets'), petKey(id), 'revision', undefined);
    const missing = happening === undefined ? [] : [{ happening, check }];
    differences.push(differenceOf({ log, id, stored: ABSENT }, logged, missing));
  }
  return { differences, shortened: logs.shortened.size, earlier, malformed };
};

/** Reads the logs without the marks of what was recorded. */
const readLogs = async (
  client: DynamoDBDocumentClient,
  table: string,
  now: Date,
): Promise<Logs> => {
  const location = { table, name: 'events' } as const;
  const expiry = expiryOf(firstKeptDay(now));
  const shortened = new Set<string>();
  const newest = new Map<string, LoggedEvent>();
  let firstPet: bigint | undefined;
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

type Happening = LogEntry['happening'];
type Missing = Pick<LogEntry, 'check' | 'happening'>;

const loggedPet = (logged: LoggedEvent | undefined): Pet | undefined =>
  logged && logged.type !== 'pet.deleted' && 'name' in logged.data ? logged.data : undefined;

const missingOfPet = (
  data: Pet,
  before: Pet | undefined,
): readonly Omit<Happening, 'createdAt'>[] => {
  if (before === undefined) return [{ type: 'pet.created', data }];
  const previous = petChanges(before, data);
  return previous ? [{ type: 'pet.updated', data, previous }] : [];
};

const missingOfOrder = (
  item: OrderItem,
  logged: string | undefined,
  isBeforeLogs: (time: string) => boolean,
): readonly Happening[] => {
  const order = toOrder(item);
  const { status, createdAt, updatedAt } = order;
  const now = { type: `order.${status}`, data: order, createdAt: updatedAt };
  if (logged === now.type) return [];
  const isPlacedNews = logged === undefined && !isBeforeLogs(createdAt);
  if (!isPlacedNews || status === 'placed') return [now];
  const placed = { ...order, status: 'placed', updatedAt: createdAt } as const;
  return [{ type: 'order.placed', data: placed, createdAt }, now];
};

/** The condition that an item has a value still, or is still missing. */
const unchanged = (
  TableName: string,
  Key: Readonly<Record<string, unknown>>,
  name: string,
  value: string | undefined,
): TransactionPart => ({
  ConditionCheck: { TableName, Key, ...hasValues({ [name]: value }) },
});

const differenceOf = (
  { log, id, stored }: Pick<Compared, 'id' | 'log' | 'stored'>,
  logged: LoggedEvent | undefined,
  missing: readonly Missing[],
): FoundDifference => {
  const position = String(logged?.position ?? 0n);
  return {
    log,
    id: String(id),
    position,
    stored,
    missing: missing.map(({ happening }) => happening.type),
    changes: missing.map((each) => ({
      ...each,
      log,
      // Streams' records have marks of another kind. After the item's newest event, this one is missing once.
      mark: ['missing', log, id, position, each.happening.type].join('#'),
    })),
  };
};
