import type { Work } from './capacity.ts';

/**
 * Median milliseconds of a warm invocation of the bundles that are deployed, with dynalite in the
 * same process, as `node test/invocation/measure.ts` printed them.
 */
export const MILLISECONDS: Readonly<Record<Work, number>> = {
  list20: 2.6,
  list100: 5.7,
  list20OfStatus: 2.2,
  list100OfStatus: 3.5,
  list20OfCategory: 2.2,
  list100OfCategory: 3.5,
  getPet: 1.3,
  createPet: 3.0,
  createMessage: 1.2,
  authorizer: 1.1,
};

export const MEASURED =
  'on 2026-11-21 with Node 24.21.0 on two x86-64 cores (AMD EPYC) that did other work too';

/** Gigabytes of every function: with so much it has a whole processor, as where it was measured. */
export const MEMORY = 1769 / 1024;

/** What nobody has measured, and is taken to be so. */
export const ASSUMED = {
  /** Milliseconds that a round trip to DynamoDB takes longer on AWS than to dynalite. */
  tripToDynamoDB: 5,
  /** The share of requests whose key API Gateway has in its cache: ten a minute from each key. */
  cachedKeys: 0.9,
  /** Bytes of the line in the access log, and of Lambda's own lines for one invocation. */
  accessLog: 550,
  invocationLog: 450,
  /** The share of requests that X-Ray records: its default rule, under load. */
  traced: 0.05,
};
