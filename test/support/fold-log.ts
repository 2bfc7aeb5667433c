import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
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
import { onLocalStage } from './local-accounts.ts';

type Storage = Pick<OpenStage, 'client' | 'table'>;
type Resource = Order | Pet;

/** An event as it is in a log. */
export type LoggedEvent = Pick<OrderEvent, 'position' | 'type'> & {
  readonly data: Resource;
  readonly previous?: PetEvent['previous'];
};

/** How many logs, events, pets and orders were compared. */
export type Folded = Awaited<ReturnType<typeof compare>>['counts'];

/** How long recording may take to catch up, in ms: a lost answer takes 20 s, and a failed batch waits for up to 10 s. */
const TIMEOUT_MS = 60_000;

/** Time for an event that comes twice, in ms: a stream is read four times a second. */
const PAUSE_MS = 600;

/** Positions of the items of a log: its head is before its first event. */
const place = z.object({ log: z.string(), position: z.bigint() });

/** Whether an event may follow what its pet or order was before it. */
const follows = ({ type, data, previous = {} }: LoggedEvent, before: Resource | undefined) => {
  switch (type) {
    case 'pet.created':
    case 'order.placed':
      return before === undefined;
    case 'pet.updated': {
      // All that differs is in `previous`, and all in `previous` differs.
      const members = Object.entries(previous);
      return (
        isDeepStrictEqual({ ...data, ...previous }, before) &&
        members.length > 0 &&
        members.every(([name, value]) => Object(data)[name] !== value)
      );
    }
    case 'pet.deleted':
      return isDeepStrictEqual(data, before);
    case 'order.completed':
    case 'order.cancelled': {
      const { updatedAt } = Object(data);
      const closed = { ...before, status: type.replace('order.', ''), updatedAt };
      return before?.status === 'placed' && isDeepStrictEqual(data, closed);
    }
    default:
      return false;
  }
};

/**
 * Applies the events of a log one after the other.
 * @param newest the position that its head names
 * @returns what they leave, and each place where the log is not as it must be: positions 1, 2, 3, … up to the newest, and
 * each event follows the one before of its pet or order
 */
export const foldLog = (newest: bigint, events: readonly LoggedEvent[]) => {
  const resources = new Map<bigint, Resource>();
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

/** Compares all logs with the tables once. Not one state of them: they may grow meanwhile. */
const compare = async ({ client, table }: Storage) => {
  const read = (name: TableName) => itemsOf(client, table(name));
  const places = (await read('events'))
    .map((item) => ({ item, ...place.parse(item) }))
    // Not the marks of what was recorded.
    .filter(({ log }) => !log.startsWith('recorded#'));
  const log = logName('pets', '');
  const pets = (await read('pets')).map((item) => {
    return { log, resource: toPet(StoredPet.parse(item)) };
  });
  const orders = (await read('orders')).map((item) => {
    const order = OrderItem.parse(item);
    return { log: logName('orders', order.accountId), resource: toOrder(order) };
  });
  const logs = Map.groupBy(places, ({ log }) => log);
  const stored = Map.groupBy([...pets, ...orders], ({ log }) => log);
  const counts = { logs: logs.size, events: 0, pets: pets.length, orders: orders.length };
  const faults = [...new Set([...logs.keys(), ...stored.keys()])].flatMap((name) => {
    const [head, ...segments] = (logs.get(name) ?? []).toSorted((one, other) =>
      one.position < other.position ? -1 : 1,
    );
    const events = segments.flatMap(({ item }) =>
      readSegment(item, { table: 'events', name: 'events' }),
    );
    counts.events += events.length;
    const folded = foldLog(head ? LogHead.parse(head.item).newest : 0n, events);
    const items = new Map(stored.get(name)?.map(({ resource }) => [resource.id, resource]));
    const ids = new Set([...folded.resources.keys(), ...items.keys()]);
    const differences = [...ids].flatMap((id) => {
      const [event, item] = [folded.resources.get(id), items.get(id)];
      if (isDeepStrictEqual(event, item)) return [];
      return `${id} is ${event && writeJson(event)} by its events, and ${item && writeJson(item)} in its table`;
    });
    return [...folded.faults, ...differences].map((fault) => `${name}: ${fault}`);
  });
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
export const expectFoldedLogsOf = (dataDir: string, endpoint?: string): Promise<Folded> =>
  onLocalStage(dataDir, expectFoldedLogs, endpoint);
