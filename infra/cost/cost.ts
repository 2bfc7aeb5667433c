import { CAPACITY, type Work } from './capacity.ts';
import { ASSUMED, MEMORY, MILLISECONDS } from './measurements.ts';
import { PRICES } from './prices.ts';
import { writeUnits } from './write-units.ts';

/** US dollars for a million requests, by what they are charged for. */
export interface Cost {
  readonly gateway: number;
  readonly lambda: number;
  readonly dynamodb: number;
  readonly authorizer: number;
  readonly logs: number;
  readonly traces: number;
}

/** Milliseconds that Lambda charges for an invocation: each one begun, with DynamoDB's share. */
export const billedMilliseconds = (work: Work): number =>
  Math.ceil(MILLISECONDS[work] + CAPACITY[work].trips * ASSUMED.tripToDynamoDB);

/** Dollars for a million invocations that last so many milliseconds, with so many gigabytes. */
export const durationCost = (milliseconds: number, gigabytes = MEMORY): number =>
  (milliseconds / 1000) * gigabytes * PRICES.gigabyteSecond.dollars;

const lambdaCost = (work: Work): number =>
  PRICES.invocation.dollars + durationCost(billedMilliseconds(work));

const dynamodbCost = (work: Work): number =>
  CAPACITY[work].readUnits * PRICES.readUnit.dollars +
  writeUnits(CAPACITY[work]) * PRICES.writeUnit.dollars;

/** Dollars for a million requests that log so many bytes each: so many thousandths of a gigabyte. */
const logCost = (bytes: number): number => (bytes / 1000) * PRICES.log.dollars;

/** What a million requests cost, those among them that ask the authorizer included. */
export const costOf = (work: Exclude<Work, 'authorizer'>): Cost => {
  const uncached = 1 - ASSUMED.cachedKeys;
  return {
    gateway: PRICES.apiRequest.dollars,
    lambda: lambdaCost(work),
    dynamodb: dynamodbCost(work),
    authorizer: uncached * (lambdaCost('authorizer') + dynamodbCost('authorizer')),
    logs: logCost(ASSUMED.accessLog + ASSUMED.invocationLog * (1 + uncached)),
    traces: ASSUMED.traced * PRICES.trace.dollars,
  };
};

/** All of a cost. */
export const totalOf = (cost: Cost): number =>
  Object.values(cost).reduce((sum: number, part: number) => sum + part, 0);
