import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { readItem } from '../../lib/dynamodb.ts';
import type { OrderEvent, PetChanges, PetEvent } from '../../lib/events/event.ts';
import { logName } from '../../lib/events/log-head.ts';
import { ORDER_KEY_ATTRIBUTES, OrderItem, toOrder } from '../../lib/orders/stored-order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { PET_KEY_ATTRIBUTES } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { parseItem } from '../../lib/stored-item.ts';
import type { TransactionPart } from '../../lib/transaction.ts';
import { RECORDED_TABLES, type RecordedTable } from './access.ts';

/** What an event says besides its position and its time. */
type Happening = Omit<OrderEvent | PetEvent, 'createdAt' | 'position'> & {
  readonly previous?: PetChanges;
};

/** A change that belongs in a log. */
export interface Change {
  readonly log: string;
  /** Names the change, the same each time that its record comes. */
  readonly mark: string;
  /** Has to hold when it is appended, else it is left out. @default - a stream tells it, so it happened */
  readonly check?: TransactionPart;
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
    /** Seconds from 1970 on. */
    ApproximateCreationDateTime: z.number(),
    Keys: Image,
    SequenceNumber: z.string(),
    OldImage: z.optional(Image),
    NewImage: z.optional(Image),
  }),
});

type Item = Readonly<Record<string, unknown>>;

/** The item of a record before its change and after it: undefined where there was none. */
interface Images {
  readonly table: string;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

interface Told {
  readonly log: string;
  readonly happening: Happening;
}

/** What a change means to clients; undefined where they see none. */
const TELL: Readonly<Record<RecordedTable, (images: Images) => Told | undefined>> = {
  pets: ({ table, before, after }) => {
    const read = (item: Item) =>
      toPet(parseItem(StoredPet, item, { table, keyAttributes: PET_KEY_ATTRIBUTES }));
    const log = logName('pets', '');
    if (after === undefined) {
      return before && { log, happening: { type: 'pet.deleted', data: read(before) } };
    }
    const data = read(after);
    if (before === undefined) return { log, happening: { type: 'pet.created', data } };
    // One that was malformed, and was repaired, had no former values that clients saw.
    const earlier = StoredPet.safeParse(before).data;
    if (earlier === undefined) return { log, happening: { type: 'pet.updated', data } };
    const previous = petChanges(earlier, data);
    if (Object.keys(previous).length === 0) return undefined;
    return { log, happening: { type: 'pet.updated', data, previous } };
  },

  orders: ({ table, before, after }) => {
    // Nobody deletes an order.
    if (after === undefined) return undefined;
    const order = parseItem(OrderItem, after, { table, keyAttributes: ORDER_KEY_ATTRIBUTES });
    if (order.status === before?.['status']) return undefined;
    // Orders begin as placed. One that is new and closed was put there by operators, and was closed long ago.
    if (before === undefined && order.status !== 'placed') return undefined;
    const happening = { type: `order.${order.status}`, data: toOrder(order) };
    return { log: logName('orders', order.accountId), happening };
  },
};

/** The former values of the members that another state of a pet has otherwise. */
export const petChanges = (before: Pet, { name, categoryId, status }: Pet): PetChanges => ({
  ...(name !== before.name && { name: before.name }),
  ...(categoryId !== before.categoryId && { categoryId: before.categoryId }),
  ...(status !== before.status && { status: before.status }),
});

/**
 * Reads a record of a stream.
 * @param tables the deployed names of the tables that have streams
 * @returns undefined if clients see no change
 * @throws MalformedItemError if the item is not as the service writes it
 * @throws ZodError if it is not a record
 * @throws Error if it is of another table
 */
export const changeOf = (
  record: unknown,
  tables: Readonly<Record<RecordedTable, string>>,
): Change | undefined => {
  const { eventSourceARN, dynamodb } = z.parse(StreamRecord, record);
  const { ApproximateCreationDateTime, Keys, SequenceNumber, OldImage, NewImage } = dynamodb;
  const [, table = ''] = /:table\/([^/]+)\/stream\//.exec(eventSourceARN) ?? [];
  const name = RECORDED_TABLES.find((each) => tables[each] === table);
  if (name === undefined) throw new Error(`No events are recorded of ${eventSourceARN}`);
  const told = TELL[name]({
    table,
    before: OldImage && readItem(OldImage),
    after: NewImage && readItem(NewImage),
  });
  if (told === undefined) return undefined;
  const keys = Object.entries(readItem(Keys))
    .sort()
    .map(([, value]) => String(value));
  return {
    log: told.log,
    mark: ['recorded', name, ...keys, SequenceNumber].join('#'),
    happening: {
      ...told.happening,
      createdAt: new Date(ApproximateCreationDateTime * 1000).toISOString(),
    },
  };
};
