import { describe, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { Plan, type RequestLimit } from '../../lib/accounts/plan.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { PET_SHARDS } from '../../lib/pets/pet-key.ts';
import { tableDefinition, tableNames } from '../../lib/storage/tables.ts';
import { assumedChange, CAPACITY, type Capacity, fillInUnits } from '../proofs/scale/capacity.ts';
import { fileText } from '../support/project.ts';

/**
 * A partition's units in a second ("Best practices for designing and using partition keys
 * effectively in DynamoDB"). The writes of each table and index count as if it had one.
 */
const PARTITION = { readUnits: 3000, writeUnits: 1000 };

const changesOf = (operation: Contract): readonly Capacity[] => {
  const counted = Object.entries(CAPACITY)
    .filter(([name]) => name.split(',')[0] === operation.operationId)
    .map(([, capacity]) => capacity);
  return counted.length > 0 ? counted : [assumedChange(operation)];
};

/** A pet or a category with a name of 256 characters of four bytes is longer than 1 KB, so each write of it takes two units. */
const LONGEST = new Map([
  ['pets', 2],
  ['categories', 2],
]);

/** The most units that an operation writes, by table and index. */
const mostWritten = (operation: Contract): ReadonlyMap<string, number> => {
  const most = new Map<string, number>();
  for (const [target, units] of changesOf(operation).flatMap((each) =>
    Object.entries(each.writes),
  )) {
    const long = LONGEST.get(target.split('.')[0] ?? '') ?? 1;
    most.set(target, Math.max(units * long, most.get(target) ?? 0));
  }
  return most;
};

test.each(operations)('capacity.ts counts all that $operationId writes', (operation) => {
  const written = operation.access
    .filter(({ actions }) => actions.some((action) => /^(Put|Update|Delete)Item$/.test(action)))
    .map(({ table }) => table);
  const counted = mostWritten(operation);
  const missing = changesOf(operation).flatMap(({ writes }) =>
    tableNames()
      .filter((table) => table in writes)
      .flatMap((table) =>
        Object.keys(tableDefinition(table).indexes ?? {}).map((index) => `${table}.${index}`),
      )
      .filter((index) => !(index in writes)),
  );
  expect([...written.filter((table) => !counted.has(table)), ...missing]).toEqual([]);
});

describe('the page of costs', () => {
  const page = fileText('docs/cost.md');
  const dollars = (capacity: Capacity): number =>
    0.125 * capacity.readUnits +
    0.625 * Object.values(capacity.writes).reduce((sum, units) => sum + units, 0);
  /** A million requests of 14 ms. */
  const priceOf = (capacity: Capacity): number => 4.57 + 14 * 0.023 + dollars(capacity);
  /** What an invocation of `recordEvents` costs, with its logs. */
  const invocations = 0.72;
  const alone = dollars(CAPACITY['recordEvents, of 1 change']) + invocations;
  const together = (dollars(CAPACITY['recordEvents, of 100 changes']) + invocations) / 100;

  test('has these units, by npm run generate', () => {
    expect(page).toBe(fillInUnits(page));
  });

  test.each([
    ['creates', priceOf(CAPACITY.createPet), 1],
    ['orders placed', priceOf(CAPACITY.placeOrder) + priceOf(CAPACITY.completeOrder), 6],
  ])('has what a million %s cost with their events', (what, price, events) => {
    const [alones, togethers] = [price + events * alone, price + events * together];
    expect(page.split('\n').find((line) => line.startsWith(`- A million ${what}`))).toMatch(
      `: $${alones.toFixed(2)}, or $${togethers.toFixed(2)} with 100 events at once`,
    );
  });
});

const { throttle: staging } = STAGES.staging;
const { throttle: production } = STAGES.production;

const text = ({ rate, burst }: RequestLimit) => `${rate} a second, ${burst} at once`;
const plans = Plan.options.map(
  (plan) =>
    `| \`${plan}\` | ${text(production.plans[plan])} | ${text(staging.plans[plan])} |` as const,
);

test.each([
  [
    'docs/api.md',
    `${production.plans.standard.rate} requests a second and ${production.plans.standard.burst} at once in production, ${staging.plans.standard.rate} a second and ${staging.plans.standard.burst} at once in staging`,
  ],
  [
    'docs/api.md',
    `Each operation takes ${production.method.rate.toLocaleString('en')} requests a second from all accounts`,
  ],
  [
    'README.md',
    `| Requests, each account | ${text(staging.plans.standard)} | ${text(production.plans.standard)} |`,
  ],
  ...plans.map((plan) => ['docs/operators.md', plan] as const),
])('%s has the limits of stages.ts: %s', (page, sentence) => {
  expect(fileText(page).replace(/\s+/g, ' ')).toContain(sentence);
});

test.each(Object.values(STAGES))(
  'no account of $stackName may send more than a method takes from all',
  ({ throttle: { method, plans } }) => {
    for (const { rate, burst } of Object.values(plans)) {
      expect([rate <= method.rate, burst <= method.burst]).toEqual([true, true]);
    }
  },
);

describe('an account on the standard plan of production', () => {
  const { rate, operations: own } = production.plans.standard;

  test('reads at most a third of one partition with 100 ids of it, and a fiftieth of them all', () => {
    const units = 100 * (own['listPets']?.rate ?? rate);
    expect(units).toBeLessThanOrEqual(PARTITION.readUnits / 3);
    expect(units / (PET_SHARDS.length * PARTITION.readUnits)).toBeLessThan(0.021);
  });

  test.each(operations)('takes at most 10 of 100 write units with $operationId', (operation) => {
    for (const [target, units] of mostWritten(operation)) {
      const share = (units * rate) / PARTITION.writeUnits;
      expect([target, share <= 0.1]).toEqual([target, true]);
    }
  });
});
