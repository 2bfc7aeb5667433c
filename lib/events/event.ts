import * as z from 'zod/mini';
import { int64 } from '../int64.ts';
import { Order } from '../orders/order.ts';
import { Pet } from '../pets/pet.ts';
import { PetChanges } from '../pets/pet-changes.ts';

/** What `after` is where a reader begins from now. */
export const LATEST = 'latest';

const members = {
  position: int64.check(
    z.meta({ description: 'Its place in the log: 1, 2, 3, … without gaps.', minimum: 1 }),
  ),
  createdAt: z.string().check(
    z.meta({
      format: 'date-time',
      maxLength: 24,
      description: 'When the change was made: ISO 8601, in UTC, to the second.',
    }),
  ),
};

/** A text and no enum: clients must take types that come later. */
const type = (types: string) =>
  z.string().check(
    z.meta({
      maxLength: 64,
      pattern: '^[a-z]+\\.[a-z_]+$',
      description: `${types}. Others may come: skip those that you do not know.`,
    }),
  );

/** A change of a pet. */
export const PetEvent = z
  .object({
    ...members,
    type: type('`pet.created`, `pet.updated` or `pet.deleted`'),
    data: Pet,
    previous: z.optional(PetChanges),
  })
  .check(
    z.meta({
      id: 'PetEvent',
      description: 'A change of a pet: `data` is the pet after it, or as it was when deleted.',
    }),
  );
export type PetEvent = z.infer<typeof PetEvent>;

/** A change of an order. */
export const OrderEvent = z
  .object({
    ...members,
    type: type('`order.placed`, `order.completed` or `order.cancelled`'),
    data: Order,
  })
  .check(
    z.meta({
      id: 'OrderEvent',
      description: 'A change of an order: `data` is the order after it.',
    }),
  );
export type OrderEvent = z.infer<typeof OrderEvent>;

/** Something that happened to a pet or an order. */
export type Event = OrderEvent | PetEvent;
