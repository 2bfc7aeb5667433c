import * as z from 'zod/mini';
import { Order } from '../orders/order.ts';
import { Pet } from '../pets/pet.ts';
import { PetChanges } from '../pets/pet-changes.ts';
import { component, described, time } from '../values/described.ts';
import { int64 } from '../values/int64.ts';
import { EVENT_TYPE, EVENT_TYPES, type LogSubject } from './event-types.ts';

/** The value of `after` for a reader that begins now. */
export const LATEST = 'latest';

const members = {
  position: described(int64, 'Its place in the log: 1, 2, 3, … without gaps.', { minimum: 1 }),
  createdAt: time('When the change was made: ISO 8601, in UTC, to the second.'),
};

/** `a`, `b` or `c` */
const orList = (names: readonly string[]): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, (?!.*, )/, ' or ');

/** A string, not an enum: clients must accept types that are added later. */
const type = (about: LogSubject) =>
  described(
    z.string(),
    `${orList(EVENT_TYPES[about])}. Others may come: skip those that you do not know.`,
    EVENT_TYPE,
  );

export const PetEvent = component(
  'PetEvent',
  'A change of a pet: `data` is the pet after it, or as it was when deleted.',
  { ...members, type: type('pets'), data: Pet, previous: z.optional(PetChanges) },
);
export type PetEvent = z.infer<typeof PetEvent>;

export const OrderEvent = component(
  'OrderEvent',
  'A change of an order: `data` is the order after it.',
  { ...members, type: type('orders'), data: Order },
);
export type OrderEvent = z.infer<typeof OrderEvent>;

export const Event = described(
  z.union([PetEvent, OrderEvent]),
  'Something that happened to a pet or an order.',
  { id: 'Event' },
);
export type Event = z.infer<typeof Event>;
