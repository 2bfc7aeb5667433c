import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { openLocalStage } from '../../infra/operator/stage/local-stage.ts';
import type { OpenStage } from '../../infra/operator/stage/stage.ts';
import type { OrderEvent, PetEvent } from '../../lib/events/event.ts';
import { LogHead, logName } from '../../lib/events/log-head.ts';
import { readSegment } from '../../lib/events/read-segment.ts';
import type { Order } from '../../lib/orders/order.ts';
import { OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import type { TableName } from '../../lib/storage/tables.ts';
import { writeJson } from '../../lib/values/json.ts';
import { itemsOf } from './copy-table.ts';

type Storage = Pick<OpenStage, 'client' | 'table'>;
type Resource = Order | Pet;
type Resources = Map<bigint, Resource>;
/** An event as it is in a log. */
export type LoggedEvent = Pick<OrderEvent, 'position' | 'type'> & {
  readonly data: Resource;
  readonly previous?: PetEvent['previous'];
};

/** A log as it is stored. */
interface Log {
  /** What its head says. */
  readonly newest: bigint;
  readonly events: readonly LoggedEvent[];
}

/** What was compared. */
export interface Folded {
  readonly logs: number;
  readonly events: number;
  readonly pets: number;
  readonly orders: number;
}

/** How long recording may take to catch up, in ms: a lost answer takes 20 s, and a failed batch waits for up to 10 s. */
const TIMEOUT_MS = 60_000;

/** Time for an event that comes twice, in ms: a stream is read four times a second. */
const PAUSE_MS = 600;

/** Positions of the items of a log: its head is before its first event. */
const place = z.object({ log: z.string(), position: z.bigint() });

/** Whether an event may follow what its pet or order was before it. */
const follows = ({ type, data, previous }: LoggedEvent, before: Resource | undefined): boolean => {
  switch (type) {
    case 'pet.created':
    case 'order.placed':
      return before === undefined;
    case 'pet.updated':
      // All that differs is in `previous`, and all in `previous` differs.
      return (
        isDeepStrictEqual({ ...data, ...previous }, before) &&
        Object.entries(previous ?? {}).length > 0 &&
        Object.entries(previous ?? {}).every(([name, value]) => Object(data)[name] !== value)
      );
    case 'pet.deleted':
      return isDeepStrictEqual(data, before);
    case 'order.completed':
    case 'order.cancelled': {
      const { updatedAt } = Object(data);
      const status = type.replace('order.', '');
      return (
        before?.status === 'placed' && isDeepStrictEqual(data, { ...before, status, updatedAt })
      );
    }
    default:
      return false;
  }
};

/**
 * Applies the events of a log one after the other.
 * @returns what they leave, and each place where the log is not as it must be: positions 1, 2, 3, … up to the newest, and
 * each event follows the one before of its pet or order
 */
export const foldLog = ({ newest, events }: Log) => {
  const resources: Resources = new Map();
  const deleted = new Set<bigint>();
  const faults: string[] = [];
  for (const [index, event] of events.entries()) {
    const { position, type, data } = event;
    const before = resources.get(data.id);
    if (position !== BigInt(index + 1)) faults.push(`${position} is where ${index + 1} belongs`);
    // No id is used again.
    if (deleted.has(data.id) || !follows(event, before)) {
      faults.push(`${position} ${writeJson(event)} follows ${before && writeJson(before)}`);
    }
    if (type === 'pet.deleted') {
      resources.delete(data.id);
      deleted.add(data.id);
    } else resources.set(data.id, data);
  }
  if (newest !== BigInt(events.length)) {
    faults.push(`its newest position is ${newest}, and it has ${events.length} events`);
  }
  return { resources, faults };
};

const readTable = ({ client, table }: Storage, name: TableName) => itemsOf(client, table(name));

/** Reads all logs. Not one state of them: they may grow meanwhile. */
const readLogs = async (storage: Storage): Promise<ReadonlyMap<string, Log>> => {
  const items = (await readTable(storage, 'events'))
    .map((item) => ({ item, ...place.parse(item) }))
    // Not the marks of what was recorded.
    .filter(({ log }) => !log.startsWith('recorded#'));
  const logs = Map.groupBy(items, ({ log }) => log);
  return new Map(
    [...logs].map(([log, ofLog]) => {
      const head = ofLog.find(({ position }) => position === 0n);
      const events = ofLog
        .filter((each) => each !== head)
        .sort((one, other) => (one.position < other.position ? -1 : 1))
        .flatMap(({ item }) => readSegment(item, { table: 'events', name: 'events' }));
      return [log, { newest: LogHead.parse(head?.item).newest, events }];
    }),
  );
};

/** What the tables have, by the logs that it belongs in. */
const readResources = async (storage: Storage): Promise<ReadonlyMap<string, Resources>> => {
  const pets = (await readTable(storage, 'pets')).map((item) => toPet(StoredPet.parse(item)));
  const orders = (await readTable(storage, 'orders')).map((item) => OrderItem.parse(item));
  const byLog = Map.groupBy(orders, ({ accountId }) => logName('orders', accountId));
  return new Map<string, Resources>([
    [logName('pets', ''), new Map(pets.map((pet) => [pet.id, pet]))],
    ...[...byLog].map(
      ([log, ofLog]) => [log, new Map(ofLog.map((each) => [each.id, toOrder(each)]))] as const,
    ),
  ]);
};

const differences = (folded: Resources, stored: Resources): readonly string[] =>
  [...new Set([...folded.keys(), ...stored.keys()])].flatMap((id) => {
    const [event, item] = [folded.get(id), stored.get(id)];
    if (isDeepStrictEqual(event, item)) return [];
    return `${id} is ${event && writeJson(event)} by its events, and ${item && writeJson(item)} in its table`;
  });

/** Compares all logs with the tables once. */
const compare = async (storage: Storage) => {
  const logs = await readLogs(storage);
  const stored = await readResources(storage);
  const faults = [...new Set([...logs.keys(), ...stored.keys()])].flatMap((name) => {
    const { resources, faults } = foldLog(logs.get(name) ?? { newest: 0n, events: [] });
    return [...faults, ...differences(resources, stored.get(name) ?? new Map())].map(
      (fault) => `${name}: ${fault}`,
    );
  });
  const pets = stored.get(logName('pets', ''))?.size ?? 0;
  const sum = (counts: Iterable<number>) => [...counts].reduce((all, each) => all + each, 0);
  const counts: Folded = {
    logs: logs.size,
    events: sum(logs.values().map(({ events }) => events.length)),
    pets,
    orders: sum(stored.values().map(({ size }) => size)) - pets,
  };
  return { faults, counts };
};

/**
 * Expects that the events of all logs, one after the other, give exactly the stored pets and orders. All must have been
 * created after the log was there. Waits until recording has caught up.
 * @throws Error if they do not after a minute
 */
export const expectFoldedLogs = async (storage: Storage): Promise<Folded> => {
  const deadline = Date.now() + TIMEOUT_MS;
  for (let before: Folded | undefined; ; ) {
    const { faults, counts } = await compare(storage);
    // Twice, so that an event which is recorded again has the time to come.
    if (faults.length === 0 && isDeepStrictEqual(counts, before)) return counts;
    before = faults.length === 0 ? counts : undefined;
    if (faults.length > 0 && Date.now() > deadline) {
      throw new Error(
        `The logs do not give the tables (${writeJson(counts)}), ${faults.length} faults:\n${faults.slice(0, 10).join('\n')}`,
      );
    }
    await setTimeout(PAUSE_MS);
  }
};

/**
 * Expects it of a local server that runs.
 * @param endpoint of the engine; empty for the folder's own. @default what AWS_ENDPOINT_URL_DYNAMODB names
 */
export const expectFoldedLogsOf = async (
  dataDir: string,
  endpoint = process.env['AWS_ENDPOINT_URL_DYNAMODB'],
): Promise<Folded> => {
  const stage = await openLocalStage(dataDir, endpoint);
  try {
    return await expectFoldedLogs(stage);
  } finally {
    await stage.close();
  }
};
