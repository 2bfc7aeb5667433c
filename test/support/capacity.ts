import type { Contract } from '../../lib/http/contract.ts';
import { tableDefinition } from '../../lib/storage/tables.ts';

/** Write units by what is written: a table as `pets`, an index of it as `pets.byStatus`. */
export type Writes = Readonly<Record<string, number>>;

/** The requests and units that a piece of work takes from DynamoDB. */
export interface Capacity {
  /** Round trips: requests that are under way together count as one. */
  readonly roundTrips: number;
  readonly requests: number;
  readonly readUnits: number;
  /** Units of its writes outside of transactions. */
  readonly writes: Writes;
  /** Units that its transaction's writes would take one by one. `chargedWrites` adds the transaction's extra cost. */
  readonly transacted: Writes;
}

/** The capacity of work that only reads. */
export const reads = (readUnits: number, roundTrips = 1): Capacity => ({
  roundTrips,
  requests: roundTrips,
  readUnits,
  writes: {},
  transacted: {},
});

/** The capacity of work that writes single items. */
const writes = (roundTrips: number, single: Writes): Capacity => ({
  ...reads(0, roundTrips),
  writes: single,
});

/** The capacity of work that writes a transaction. */
const transaction = (
  roundTrips: number,
  transacted: Writes,
  others: Partial<Capacity> = {},
): Capacity => ({ ...reads(0, roundTrips), transacted, ...others });

/** A pet and its three indexes. */
const PET = { pets: 1, 'pets.byStatus': 1, 'pets.byCategory': 1, 'pets.byCategoryAndStatus': 1 };
/** A change of status moves the pet in two of its indexes: two writes each. */
const PET_MOVES = { ...PET, 'pets.byStatus': 2, 'pets.byCategoryAndStatus': 2 };
/** A side of an order, which an order of an own pet has alone. */
const SIDE = { orders: 1, 'orders.byStatus': 1 };
const SIDE_MOVES = { ...SIDE, 'orders.byStatus': 2 };
/** The sides of two accounts. */
const SIDES = { orders: 2, 'orders.byStatus': 2 };
const SIDES_MOVE = { ...SIDES, 'orders.byStatus': 4 };
const KEY = { idempotencyKeys: 1 };
/** The record of an account, with up to some seven keys. */
const ACCOUNT = { accounts: 1 };
/** The counter that gives the id. */
const ID = { writes: { counters: 1 } };
/** At the same time the pet's owner is read. */
const ID_AND_OWNER = { ...ID, readUnits: 1, requests: 3 };

/**
 * The capacity of operations and the authorizer, with pets of about 234 bytes, orders of about 225
 * and messages of less than 1 KB. The tests in `test/proofs/dynamodb-local` count it on AWS's own DynamoDB
 * Local.
 */
export const CAPACITY = {
  list20: reads(2),
  list100: reads(6),
  list20OfStatus: reads(1),
  list100OfStatus: reads(3),
  list20OfCategory: reads(1),
  list100OfCategory: reads(3),
  /** A unit for each pet, as each is a separate read. */
  list1ById: reads(1),
  list20ByIds: reads(20),
  list100ByIds: reads(100),
  getPet: reads(1),
  createPet: writes(2, { ...ID.writes, ...PET }),
  updatePet: writes(1, PET),
  updatePetStatus: writes(1, PET_MOVES),
  deletePet: transaction(1, PET),
  placeOrder: transaction(2, { ...SIDES, ...PET_MOVES }, ID_AND_OWNER),
  placeOrderOfOwnPet: transaction(2, { ...SIDE, ...PET_MOVES }, ID_AND_OWNER),
  /** The order is read first. */
  completeOrder: transaction(2, { ...SIDES_MOVE, ...PET_MOVES }, { readUnits: 1 }),
  completeOrderOfOwnPet: transaction(2, { ...SIDE_MOVES, ...PET_MOVES }, { readUnits: 1 }),
  cancelOrder: transaction(2, { ...SIDES_MOVE, ...PET_MOVES }, { readUnits: 1 }),
  cancelOrderOfOwnPet: transaction(2, { ...SIDE_MOVES, ...PET_MOVES }, { readUnits: 1 }),
  getOrder: reads(1),
  listOrders20: reads(2),
  listOrders100: reads(6),
  listOrders20OfStatus: reads(1),
  listOrders100OfStatus: reads(3),
  putCategory: writes(1, { categories: 1 }),
  getCategory: reads(1),
  listCategories: reads(1),
  deleteCategory: transaction(1, { categories: 1 }),
  createMessage: writes(1, { messages: 1 }),
  listEvents20: reads(2),
  listEvents100: reads(7),
  /** The event at the position itself. */
  listNoEvents: reads(1),
  /** The head of the log. */
  latestEvent: reads(1),
  authorizer: reads(1),
  /** The account, and the record of the key that asks. */
  getAccount: reads(2, 2),
  listKeys: reads(0.5),
  createKey: transaction(2, { ...ACCOUNT, apiKeys: 1, 'apiKeys.byAccount': 1 }, { readUnits: 1 }),
  rollKey: transaction(3, { ...ACCOUNT, apiKeys: 2, 'apiKeys.byAccount': 3 }, { readUnits: 2 }),
  revokeKey: transaction(2, { ...ACCOUNT, apiKeys: 1, 'apiKeys.byAccount': 2 }, { readUnits: 1 }),
} as const satisfies Record<string, Capacity>;

/**
 * The capacity of recording so many changes of one log at once, which no request waits for: the head of the log is read, and each
 * transaction writes it, the events and a mark for each.
 */
export const RECORDING = {
  1: transaction(2, { events: 3 }, { readUnits: 1 }),
  10: transaction(2, { events: 21 }, { readUnits: 1 }),
  100: transaction(4, { events: 203 }, { readUnits: 1 }),
} as const satisfies Record<number, Capacity>;

/**
 * One write each for the wake, the claim, the result and the rest. The account is read together with the webhook, twice.
 */
const delivering = (readUnits: number): Capacity => ({
  ...writes(10, { webhooks: 4, 'webhooks.byDue': 2 }),
  requests: 12,
  readUnits,
});

/**
 * The capacity of waking a webhook and delivering so many events to it, up to the look that finds nothing more; of a delivery
 * that fails, of a wake while it fails, and of a repetition that fails.
 */
export const DELIVERING = {
  1: delivering(7.5),
  100: delivering(14.5),
  fails: {
    roundTrips: 8,
    requests: 10,
    readUnits: 6.5,
    transacted: {},
    writes: { webhooks: 3, 'webhooks.byDue': 3 },
  },
  failing: { ...reads(0.5, 2), writes: { webhooks: 1 } },
  again: {
    roundTrips: 6,
    requests: 8,
    readUnits: 6,
    transacted: {},
    writes: { webhooks: 2, 'webhooks.byDue': 4 },
  },
} as const satisfies Record<string, Capacity>;

/** The work that is counted. */
export type Work = keyof typeof CAPACITY;

/**
 * The capacity of the largest pages: of 100 that have names of 256 characters of four bytes each,
 * and pets an order.
 */
export const LARGEST_PAGES = { listPets: reads(29), listCategories: reads(28) };

/**
 * The capacity with an idempotency key. A repetition, or another body with the same key, has its
 * transaction refused: it is charged for the tables, but writes no index.
 */
export const WITH_KEY = {
  createPet: {
    first: transaction(2, { ...KEY, ...PET }, ID),
    again: transaction(2, { ...KEY, pets: 1 }, ID),
  },
  placeOrder: {
    first: transaction(2, { ...KEY, ...SIDES, ...PET_MOVES }, ID_AND_OWNER),
    again: transaction(2, { ...KEY, orders: 2, pets: 1 }, ID_AND_OWNER),
  },
  placeOrderOfOwnPet: {
    first: transaction(2, { ...KEY, ...SIDE, ...PET_MOVES }, ID_AND_OWNER),
    again: transaction(2, { ...KEY, orders: 1, pets: 1 }, ID_AND_OWNER),
  },
  createMessage: {
    first: transaction(1, { ...KEY, messages: 1 }),
    again: transaction(1, { ...KEY, messages: 1 }),
  },
} as const satisfies Partial<Record<Work, { readonly first: Capacity; readonly again: Capacity }>>;

/** The capacity of each change of less than 1 KB, by its operation's id and the change. */
export const CHANGES = {
  createPet: CAPACITY.createPet,
  'createPet, with a key': WITH_KEY.createPet.first,
  'updatePet, of its name': CAPACITY.updatePet,
  'updatePet, of its status': CAPACITY.updatePetStatus,
  'updatePet, of its categoryId': writes(1, {
    ...PET,
    'pets.byCategory': 2,
    'pets.byCategoryAndStatus': 2,
  }),
  deletePet: CAPACITY.deletePet,
  placeOrder: CAPACITY.placeOrder,
  'placeOrder, with a key': WITH_KEY.placeOrder.first,
  'placeOrder, of an own pet': CAPACITY.placeOrderOfOwnPet,
  'placeOrder, of an own pet, with a key': WITH_KEY.placeOrderOfOwnPet.first,
  completeOrder: CAPACITY.completeOrder,
  'completeOrder, of an own pet': CAPACITY.completeOrderOfOwnPet,
  cancelOrder: CAPACITY.cancelOrder,
  'cancelOrder, of an own pet': CAPACITY.cancelOrderOfOwnPet,
  putCategory: CAPACITY.putCategory,
  deleteCategory: CAPACITY.deleteCategory,
  createKey: CAPACITY.createKey,
  rollKey: CAPACITY.rollKey,
  revokeKey: CAPACITY.revokeKey,
  createMessage: CAPACITY.createMessage,
  'createMessage, with a key': WITH_KEY.createMessage.first,
} as const satisfies Record<string, Capacity>;

/**
 * What an operation is taken to write that is not in `CHANGES`: one item of each table of its `access`, in a
 * transaction, which moves in every index. Count one that writes several items of a table.
 */
export const assumedChange = ({ access }: Contract): Capacity =>
  transaction(
    1,
    Object.fromEntries(
      access
        .filter(({ actions }) => actions.some((action) => /^(Put|Update|Delete)Item$/.test(action)))
        .flatMap(({ table }) => [
          [table, 1],
          ...Object.keys(tableDefinition(table).indexes ?? {}).map((index) => [
            `${table}.${index}`,
            2,
          ]),
        ]),
    ),
  );

/** An index is named after its table: `pets.byStatus`. */
const isIndex = (target: string): boolean => target.includes('.');

/**
 * AWS's charge for writes, by table and index. A transaction writes each item twice, to prepare and
 * to commit. The indexes get it once, after the transaction ("Amazon DynamoDB Transactions: How it
 * works"; measured on AWS in nubo-db/dynoxide#188).
 */
export const chargedWrites = ({ writes, transacted }: Capacity): Writes => {
  const inTransaction = Object.entries(transacted).map(
    ([target, units]) => [target, isIndex(target) ? units : 2 * units] as const,
  );
  return Object.fromEntries([...Object.entries(writes), ...inTransaction]);
};
