import { fillIn } from '../../../infra/openapi/generate/generated-guides.ts';
import type { Contract } from '../../../lib/http/contract.ts';
import { tableDefinition } from '../../../lib/storage/tables.ts';

/**
 * Write units by what is written: a table as `pets`, an index of it as `pets.byStatus`. 0 is an index in which nothing changes,
 * or which the items are not in.
 */
export type Writes = Readonly<Record<string, number>>;

/** The requests and units that a piece of work takes from DynamoDB. */
export interface Capacity {
  /** Round trips: requests that are under way together count as one. */
  readonly roundTrips: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writes: Writes;
}

/** The capacity of work that only reads. */
export const reads = (readUnits: number, roundTrips = 1, requests = roundTrips): Capacity => ({
  roundTrips,
  requests,
  readUnits,
  writes: {},
});

/** The capacity of work that writes single items. */
export const writes = (roundTrips: number, single: Writes): Capacity => ({
  ...reads(0, roundTrips),
  writes: single,
});

/**
 * The capacity of work that writes a transaction. It writes each item twice, to prepare and to commit. The indexes get it once,
 * after the transaction ("Amazon DynamoDB Transactions: How it works"; measured on AWS in nubo-db/dynoxide#188).
 * @param items units that the same writes take one by one
 */
export const transaction = (
  roundTrips: number,
  items: Writes,
  { writes: alone = {}, ...others }: Partial<Capacity> = {},
): Capacity => {
  const charged = Object.entries(items).map(
    ([target, units]) => [target, target.includes('.') ? units : 2 * units] as const,
  );
  return {
    ...reads(0, roundTrips),
    ...others,
    writes: { ...alone, ...Object.fromEntries(charged) },
  };
};

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

const NEW_KEY = { 'apiKeys.byAccount': 1, 'apiKeys.byId': 1 };
/** The counter that gives the id. */
const ID = { writes: { counters: 1 } };
/** At the same time the pet's owner is read. */
const ID_AND_OWNER = { ...ID, readUnits: 1, requests: 3 };

/**
 * The capacity of operations that write, by the operation's id and what it does, with pets of about 234 bytes, orders of about
 * 225 and messages of less than 1 KB. `capacity.test.ts` has the embedded engine count it.
 */
export const CAPACITY = {
  createPet: writes(2, { ...ID.writes, ...PET }),
  'createPet, with a key': transaction(2, { ...KEY, ...PET }, ID),
  'updatePet, of its name': writes(1, PET),
  'updatePet, of its status': writes(1, PET_MOVES),
  'updatePet, of its categoryId': writes(1, {
    ...PET,
    'pets.byCategory': 2,
    'pets.byCategoryAndStatus': 2,
  }),
  deletePet: transaction(1, PET),
  placeOrder: transaction(2, { ...SIDES, ...PET_MOVES }, ID_AND_OWNER),
  'placeOrder, of an own pet': transaction(2, { ...SIDE, ...PET_MOVES }, ID_AND_OWNER),
  'placeOrder, with a key': transaction(2, { ...KEY, ...SIDES, ...PET_MOVES }, ID_AND_OWNER),
  'placeOrder, of an own pet, with a key': transaction(
    2,
    { ...KEY, ...SIDE, ...PET_MOVES },
    ID_AND_OWNER,
  ),
  /** The order is read first. */
  completeOrder: transaction(2, { ...SIDES_MOVE, ...PET_MOVES }, { readUnits: 1 }),
  'completeOrder, of an own pet': transaction(2, { ...SIDE_MOVES, ...PET_MOVES }, { readUnits: 1 }),
  cancelOrder: transaction(2, { ...SIDES_MOVE, ...PET_MOVES }, { readUnits: 1 }),
  'cancelOrder, of an own pet': transaction(2, { ...SIDE_MOVES, ...PET_MOVES }, { readUnits: 1 }),
  putCategory: writes(1, { categories: 1 }),
  deleteCategory: transaction(1, { categories: 1 }),
  createMessage: writes(1, { messages: 1 }),
  'createMessage, with a key': transaction(1, { ...KEY, messages: 1 }),
  /**
   * Changes of one second. Each transaction writes the head, a segment and the marks of the second. Head and marks are read, and
   * whether the log has a webhook.
   */
  'recordEvents, of 1 change': transaction(2, { events: 3 }, { requests: 4, readUnits: 2.5 }),
  'recordEvents, of 10 changes': transaction(2, { events: 3 }, { requests: 4, readUnits: 2.5 }),
  'recordEvents, of 98 changes': transaction(2, { events: 5 }, { requests: 4, readUnits: 2.5 }),
  'recordEvents, of 100 changes': transaction(3, { events: 9 }, { requests: 5, readUnits: 2.5 }),
  createKey: transaction(2, { ...ACCOUNT, apiKeys: 1, ...NEW_KEY }, { readUnits: 1 }),
  rollKey: transaction(
    3,
    { ...ACCOUNT, apiKeys: 2, ...NEW_KEY, 'apiKeys.byAccount': 3 },
    { readUnits: 2 },
  ),
  revokeKey: transaction(
    2,
    { ...ACCOUNT, apiKeys: 1, ...NEW_KEY, 'apiKeys.byId': 0 },
    { readUnits: 1 },
  ),
} as const satisfies Record<string, Capacity>;

/**
 * What an operation is taken to write that is not in `CAPACITY`: one item of each table of its `access`, in a
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

/** The page of costs with the write units of `CAPACITY`: a line for each operation. */
export const fillInUnits = (page: string): string => {
  const writing = Object.entries<Capacity>(CAPACITY).flatMap(([name, { readUnits, writes }]) => {
    const [operation = '', ...how] = name.split(', ');
    const units = Object.values(writes).reduce((sum, each) => sum + each, 0);
    const text = `${how.join(', ')} ${units}`.trim();
    return units > 0 ? [{ operation, text, readUnits }] : [];
  });
  const lines = [...Map.groupBy(writing, ({ operation }) => operation)].map(([operation, all]) => {
    const read = all[0]?.readUnits ? `; reads ${all[0].readUnits}` : '';
    return `- \`${operation}\` ${all.map(({ text }) => text).join('; ')}${read}`;
  });
  return fillIn(page, 'write units: npm run generate', lines.join('\n'));
};
