import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { OrderEvent, PetEvent } from '../../lib/events/event.ts';
import type { EventType } from '../../lib/events/event-types.ts';
import { logName } from '../../lib/events/log-head.ts';
import { OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import { type PetChanges, petChanges } from '../../lib/pets/pet-changes.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { readItem } from '../../lib/storage/document-client.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { Tables } from '../../lib/storage/tables.ts';
import { RECORDED_TABLES, type RecordedTable } from './access.ts';

/** An event without its time and its position, which it gets when it is appended. */
type Happening = Omit<OrderEvent | PetEvent, 'createdAt' | 'position' | 'type'> & {
  readonly type: EventType;
  readonly previous?: PetChanges;
};

export interface LogEntry {
  readonly log: string;
  /** The same each time that this entry is appended: the log takes it once. */
  readonly mark: string;
  readonly happening: Happening & Pick<OrderEvent, 'createdAt'>;
}

const Image = z.record(
  z.string(),
  z.custom<AttributeValue>((value) => typeof value === 'object' && value !== null),
);

/** What is read of a record of a stream ("StreamRecord", Amazon DynamoDB Streams). */
const StreamRecord = z.object({
  eventSourceARN: z.string(),
  dynamodb: z.object({
    /** Seconds from 1970 on, until the year 9999: milliseconds would be later. */
    ApproximateCreationDateTime: z.number().check(z.gte(0), z.lte(253402300799)),
    Keys: Image,
    SequenceNumber: z.string(),
    OldImage: z.optional(Image),
    NewImage: z.optional(Image),
  }),
});

type Item = Readonly<Record<string, unknown>>;

/** An item before its change and after it: undefined where there was none. */
interface Images {
  readonly table: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

type Unmarked = Pick<LogEntry, 'log'> & { readonly happening: Happening };

/** The event of a change; undefined where clients see no change. */
export const EVENT_OF: Readonly<Record<RecordedTable, (images: Images) => Unmarked | undefined>> = {
  pets: ({ table, before, after }) => {
    const read = (item: Item) => toPet(parseItem(StoredPet, item, { table, name: 'pets' }));
    const log = logName('pets', '');
    if (after === undefined) {
      return before && { log, happening: { type: 'pet.deleted', data: read(before) } };
    }
    const data = read(after);
    if (before === undefined) return { log, happening: { type: 'pet.created', data } };
    const earlier = StoredPet.safeParse(before).data;
    // Clients never saw a malformed pet. Once repaired, it has no former values.
    if (earlier === undefined) return { log, happening: { type: 'pet.updated', data } };
    const previous = petChanges(earlier, data);
    return previous && { log, happening: { type: 'pet.updated', data, previous } };
  },

  // Orders change only by their status: a member that changes without it needs a type of event of its own.
  orders: ({ table, before, after }) => {
    // Nobody deletes an order.
    if (after === undefined) return undefined;
    const order = parseItem(OrderItem, after, { table, name: 'orders' });
    if (order.status === before?.['status']) return undefined;
    // New orders are placed. One that is new and closed was restored by operators: it was closed long ago.
    if (before === undefined && order.status !== 'placed') return undefined;
    const type: EventType = `order.${order.status}`;
    return { log: logName('orders', order.accountId), happening: { type, data: toOrder(order) } };
  },
};

/** A record is of a table that the function does not know: as it is deployed it could read none. */
export class OtherTableError extends Error {
  override readonly name = 'OtherTableError';
}

/**
 * Reads a record of a stream.
 * @param tables the deployed names of the tables that have streams
 * @returns undefined if clients see no change
 * @throws OtherTableError
 * @throws MalformedItemError if the item is not as the service writes it
 * @throws Error of any kind if it is not a record
 */
export const logEntryOf = (
  record: unknown,
  tables: Tables<RecordedTable>,
): LogEntry | undefined => {
  const { eventSourceARN, dynamodb } = z.parse(StreamRecord, record);
  const { ApproximateCreationDateTime, Keys, SequenceNumber, OldImage, NewImage } = dynamodb;
  const [, table = ''] = /:table\/([^/]+)\/stream\//.exec(eventSourceARN) ?? [];
  const name = RECORDED_TABLES.find((each) => tables[each] === table);
  if (name === undefined) throw new OtherTableError(`No events are recorded of ${eventSourceARN}`);
  const entry = EVENT_OF[name]({
    table,
    before: OldImage && readItem(OldImage),
    after: NewImage && readItem(NewImage),
  });
  if (entry === undefined) return undefined;
  const keys = Object.entries(readItem(Keys))
    .sort()
    .map(([, value]) => String(value));
  return {
    log: entry.log,
    mark: ['recorded', name, ...keys, SequenceNumber].join('#'),
    happening: {
      ...entry.happening,
      createdAt: new Date(ApproximateCreationDateTime * 1000).toISOString(),
    },
  };
};
