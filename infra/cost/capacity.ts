/** What a piece of work asks of DynamoDB. */
export interface Capacity {
  /** Round trips: requests that are under way together are one. */
  readonly trips: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * What operations and the authorizer ask of DynamoDB, with pets of about 234 bytes, orders of about 170 and
 * messages of less than 1 KB. The tests in `test/dynamodb-local` count it on AWS's own DynamoDB Local.
 */
export const CAPACITY = {
  list20: { trips: 1, requests: 1, readUnits: 2, writeUnits: 0 },
  list100: { trips: 1, requests: 1, readUnits: 6, writeUnits: 0 },
  list20OfStatus: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  list100OfStatus: { trips: 1, requests: 1, readUnits: 3, writeUnits: 0 },
  list20OfCategory: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  list100OfCategory: { trips: 1, requests: 1, readUnits: 3, writeUnits: 0 },
  /** A unit for each pet, as each is read by itself. */
  list1ById: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  list20ByIds: { trips: 1, requests: 1, readUnits: 20, writeUnits: 0 },
  list100ByIds: { trips: 1, requests: 1, readUnits: 100, writeUnits: 0 },
  getPet: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  /** The counter, the pet and its three indexes. */
  createPet: { trips: 2, requests: 2, readUnits: 0, writeUnits: 5 },
  /** The pet and its three indexes. */
  updatePet: { trips: 1, requests: 1, readUnits: 0, writeUnits: 4 },
  /** The same, and two writes more, as the pet moves in two of the indexes. */
  updatePetStatus: { trips: 1, requests: 1, readUnits: 0, writeUnits: 6 },
  /** A transaction of the pet and its three indexes. */
  deletePet: { trips: 1, requests: 1, readUnits: 0, writeUnits: 8 },
  /** The counter 1; the order 2 and its index 2; the pet 2 and its indexes 10, as it moves in two of them. */
  placeOrder: { trips: 2, requests: 2, readUnits: 0, writeUnits: 17 },
  /** The order is read. The order 2 and its index 4, as it moves; the pet 2 and its indexes 10. */
  completeOrder: { trips: 2, requests: 2, readUnits: 1, writeUnits: 18 },
  cancelOrder: { trips: 2, requests: 2, readUnits: 1, writeUnits: 18 },
  getOrder: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  listOrders20: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  listOrders100: { trips: 1, requests: 1, readUnits: 5, writeUnits: 0 },
  listOrders20OfStatus: { trips: 1, requests: 1, readUnits: 0.5, writeUnits: 0 },
  listOrders100OfStatus: { trips: 1, requests: 1, readUnits: 2.5, writeUnits: 0 },
  putCategory: { trips: 1, requests: 1, readUnits: 0, writeUnits: 1 },
  getCategory: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  listCategories: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
  deleteCategory: { trips: 1, requests: 1, readUnits: 0, writeUnits: 2 },
  createMessage: { trips: 1, requests: 1, readUnits: 0, writeUnits: 1 },
  authorizer: { trips: 1, requests: 1, readUnits: 1, writeUnits: 0 },
} as const satisfies Record<string, Capacity>;

/** What there is a cost of. */
export type Work = keyof typeof CAPACITY;

/**
 * What is asked with an idempotency key: by the first request, and by a repetition or another body, whose
 * transaction is refused. A transaction takes two units for each KB of a write.
 */
export const WITH_KEY = {
  createPet: {
    first: { trips: 2, requests: 2, readUnits: 0, writeUnits: 11 },
    again: { trips: 2, requests: 2, readUnits: 0, writeUnits: 5 },
  },
  placeOrder: {
    first: { trips: 2, requests: 2, readUnits: 0, writeUnits: 19 },
    again: { trips: 2, requests: 2, readUnits: 0, writeUnits: 7 },
  },
} as const satisfies Partial<Record<Work, { readonly first: Capacity; readonly again: Capacity }>>;

/**
 * What each change of less than 1 KB asks. Of its write units the two indexes of pets by category take
 * `byCategory`: without them it would be so many less.
 */
export const CHANGES = {
  createPet: { ...CAPACITY.createPet, byCategory: 2 },
  'createPet, with a key': { ...WITH_KEY.createPet.first, byCategory: 4 },
  'updatePet, of its name': { ...CAPACITY.updatePet, byCategory: 2 },
  'updatePet, of its status': { ...CAPACITY.updatePetStatus, byCategory: 3 },
  'updatePet, of its categoryId': {
    trips: 1,
    requests: 1,
    readUnits: 0,
    writeUnits: 6,
    byCategory: 4,
  },
  deletePet: { ...CAPACITY.deletePet, byCategory: 4 },
  placeOrder: { ...CAPACITY.placeOrder, byCategory: 6 },
  'placeOrder, with a key': { ...WITH_KEY.placeOrder.first, byCategory: 6 },
  completeOrder: { ...CAPACITY.completeOrder, byCategory: 6 },
  cancelOrder: { ...CAPACITY.cancelOrder, byCategory: 6 },
  putCategory: { ...CAPACITY.putCategory, byCategory: 0 },
  deleteCategory: { ...CAPACITY.deleteCategory, byCategory: 0 },
} as const satisfies Record<string, Capacity & { readonly byCategory: number }>;
