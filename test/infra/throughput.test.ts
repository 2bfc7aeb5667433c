import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { operations } from '../../functions/operations.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import type { Contract } from '../../lib/http/contract.ts';
import {
  assumedChange,
  CAPACITY,
  type Capacity,
  chargedWrites,
} from '../proofs/dynamodb-local/capacity.ts';
import { propertiesOf, readTemplate } from '../support/assembly.ts';

/**
 * A partition's units in a second ("Best practices for designing and using partition keys
 * effectively in DynamoDB"). Every table and index counts as one partition here, as `pets` is one.
 * The others have more room than these tests assume.
 */
const PARTITION = { readUnits: 3000, writeUnits: 1000 };

const templateOf = (stackName: string) => Template.fromJSON(readTemplate(stackName));

interface MethodSetting {
  readonly HttpMethod: string;
  readonly ResourcePath: string;
  readonly ThrottlingRateLimit: number;
  readonly ThrottlingBurstLimit: number;
}

/** The limits of methods in a stack. */
const settingsOf = (stackName: string): readonly MethodSetting[] =>
  [...propertiesOf(templateOf(stackName), 'AWS::ApiGateway::Stage').values()].flatMap(
    ({ MethodSettings }) => MethodSettings,
  );

/** A path as a setting has it. */
const settingPath = (path: string): string => `/${path.replaceAll('/', '~1')}`;

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
    Object.entries(chargedWrites(each)),
  )) {
    const long = LONGEST.get(target.split('.')[0] ?? '') ?? 1;
    most.set(target, Math.max(units * long, most.get(target) ?? 0));
  }
  return most;
};

test.each(operations)('what $operationId writes to each table is known', (operation) => {
  const written = operation.access
    .filter(({ actions }) => actions.some((action) => /^(Put|Update|Delete)Item$/.test(action)))
    .map(({ table }) => table);
  const counted = mostWritten(operation);
  expect(written.filter((table) => !counted.has(table))).toEqual([]);
});

describe.each(Object.values(STAGES))('the stack $stackName', ({ stackName }) => {
  const settings = settingsOf(stackName);

  /** Requests a second that API Gateway lets through to an operation. */
  const rateOf = ({ path, method }: Contract): number => {
    const own = settings.find(
      ({ HttpMethod, ResourcePath }) => ResourcePath === settingPath(path) && HttpMethod === method,
    );
    const all = settings.find(({ ResourcePath }) => ResourcePath === '/*');
    return (own ?? all)?.ThrottlingRateLimit ?? Number.POSITIVE_INFINITY;
  };

  test('lets no more writes through in a second than one partition of each table and index takes', () => {
    const sums = new Map<string, number>();
    for (const operation of operations) {
      for (const [target, units] of mostWritten(operation)) {
        sums.set(target, (sums.get(target) ?? 0) + units * rateOf(operation));
      }
    }
    expect([...sums.keys()]).toContain('pets');
    expect([...sums].filter(([, units]) => units > PARTITION.writeUnits)).toEqual([]);
  });
});

test.each(Object.values(STAGES))(
  'no account of $stackName may send more than a method takes from all',
  ({ throttle: { all, plans } }) => {
    for (const { rate, burst } of Object.values(plans)) {
      expect([rate <= all.rate, burst <= all.burst]).toEqual([true, true]);
    }
  },
);

describe('an account on the standard plan of production', () => {
  const { stackName, throttle } = STAGES.production;
  const { rate, burst } = throttle.plans.standard;

  test('leaves others more than half of what each method takes', () => {
    const settings = settingsOf(stackName);
    expect(rate).toBeGreaterThan(0);
    expect(settings.length).toBeGreaterThan(0);
    for (const { ThrottlingRateLimit, ThrottlingBurstLimit } of settings) {
      expect(rate).toBeLessThan(ThrottlingRateLimit / 2);
      expect(burst).toBeLessThan(ThrottlingBurstLimit / 2);
    }
  });

  test.each(Object.entries(CAPACITY))(
    'takes at most 70 of 100 read units of a partition with %s',
    (_work, { readUnits }) => {
      expect(readUnits * rate).toBeLessThanOrEqual(0.7 * PARTITION.readUnits);
    },
  );

  test.each(operations)('takes at most 10 of 100 write units with $operationId', (operation) => {
    for (const [target, units] of mostWritten(operation)) {
      const share = (units * rate) / PARTITION.writeUnits;
      expect([target, share <= 0.1]).toEqual([target, true]);
    }
  });
});
