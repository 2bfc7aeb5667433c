import type { Work } from './capacity.ts';

/**
 * Median milliseconds of a processor that a warm invocation of the bundles that are deployed takes, as
 * `node test/invocation/measure.ts` printed them.
 */
export const MILLISECONDS: Readonly<Record<Work, number>> = {
  list20: 3.0,
  list100: 7.2,
  list20OfStatus: 3.1,
  list100OfStatus: 7.0,
  list20OfCategory: 4.2,
  list100OfCategory: 8.3,
  getPet: 1.6,
  createPet: 3.6,
  list1ById: 1.6,
  list20ByIds: 2.9,
  list100ByIds: 5.2,
  updatePet: 2.6,
  updatePetStatus: 3.1,
  deletePet: 2.1,
  placeOrder: 3.7,
  completeOrder: 3.3,
  cancelOrder: 3.8,
  getOrder: 1.5,
  listOrders20: 3.7,
  listOrders100: 4.6,
  listOrders20OfStatus: 2.4,
  listOrders100OfStatus: 4.5,
  putCategory: 2.6,
  getCategory: 1.5,
  listCategories: 3.0,
  deleteCategory: 2.6,
  createMessage: 2.4,
  authorizer: 1.5,
};

export const MEASURED =
  'on 2026-11-22 with Node 24.21.0 on two x86-64 cores (Intel Xeon) that did other work too, so that they vary by a half';

/** Gigabytes of every function: with so much it has a whole processor, as where it was measured. */
export const MEMORY = 1769 / 1024;

/** What nobody has measured, and is taken to be so. */
export const ASSUMED = {
  /** Milliseconds that a round trip to DynamoDB takes. */
  tripToDynamoDB: 5,
  /** The share of requests whose key API Gateway has in its cache: ten a minute from each key. */
  cachedKeys: 0.9,
  /** Bytes of the line in the access log, and of Lambda's own lines for one invocation. */
  accessLog: 550,
  invocationLog: 450,
  /** The share of requests that X-Ray records: its default rule, under load. */
  traced: 0.05,
};
