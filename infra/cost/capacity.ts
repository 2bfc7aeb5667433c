/** What a piece of work asks of DynamoDB. */
export interface Capacity {
  /** Round trips: requests that are under way together are one. */
  readonly trips: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * What operations and the authorizer ask of DynamoDB, with pets of about 234 bytes and messages of
 * less than 1 KB. The tests in `test/dynamodb-local` count it on AWS's own DynamoDB Local.
 */
export const CAPACITY = {
  list20: { trips: 1, requests: 1, readUnits: 2, writeUnits: 0 },
  list100: { trips: 1, requests: 1, readUnits: 6, writeUnits: 0 },
  list20OfStatus: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  list100OfStatus: { trips: 1, requests: 1, readUnits: 3, writeUnits: 0 },
  list20OfCategory: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  list100OfCategory: { trips: 1, requests: 1, readUnits: 3, writeUnits: 0 },
  getPet: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  /** The counter, the pet and its three indexes. */
  createPet: { trips: 2, requests: 2, readUnits: 0, writeUnits: 5 },
  createMessage: { trips: 1, requests: 1, readUnits: 0, writeUnits: 1 },
  authorizer: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
} as const satisfies Record<string, Capacity>;

/** What there is a cost of. */
export type Work = keyof typeof CAPACITY;

/** What createPet asks with an idempotency key. A transaction takes two units for each KB of a write. */
export const WITH_KEY = {
  /** The counter; the record, the pet and its three indexes. */
  first: { trips: 2, requests: 2, readUnits: 0, writeUnits: 11 },
  /** A repetition, or another body: the counter, and a transaction that is refused. */
  again: { trips: 2, requests: 2, readUnits: 0, writeUnits: 5 },
} as const satisfies Record<string, Capacity>;

/**
 * What each change of less than 1 KB asks. Of its write units the two indexes of pets by category take
 * `byCategory`: without them it would be so many less.
 */
export const CHANGES = {
  createPet: { ...CAPACITY.createPet, byCategory: 2 },
  'createPet, with a key': { ...WITH_KEY.first, byCategory: 4 },
  'updatePet, of its name': { trips: 1, requests: 1, readUnits: 0, writeUnits: 4, byCategory: 2 },
  'updatePet, of its status': { trips: 1, requests: 1, readUnits: 0, writeUnits: 6, byCategory: 3 },
  'updatePet, of its categoryId': {
    trips: 1,
    requests: 1,
    readUnits: 0,
    writeUnits: 6,
    byCategory: 4,
  },
  deletePet: { trips: 1, requests: 1, readUnits: 0, writeUnits: 8, byCategory: 4 },
  placeOrder: { trips: 2, requests: 2, readUnits: 0, writeUnits: 17, byCategory: 6 },
  completeOrder: { trips: 2, requests: 2, readUnits: 1, writeUnits: 18, byCategory: 6 },
  cancelOrder: { trips: 2, requests: 2, readUnits: 1, writeUnits: 18, byCategory: 6 },
  putCategory: { trips: 1, requests: 1, readUnits: 0, writeUnits: 1, byCategory: 0 },
  deleteCategory: { trips: 1, requests: 1, readUnits: 0, writeUnits: 2, byCategory: 0 },
} as const satisfies Record<string, Capacity & { readonly byCategory: number }>;
