import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { billedMilliseconds, costOf, totalOf } from '../../infra/cost/cost.ts';
import { alarmCount, fixedCost } from '../../infra/cost/fixed.ts';
import { MEMORY } from '../../infra/cost/measurements.ts';
import { costPage } from '../../infra/cost/page.ts';
import { readRestApis } from '../../infra/local/api-gateway/rest-apis.ts';
import { readFunctions } from '../../infra/local/lambda/lambda-functions.ts';
import { STAGES, type Stage } from '../../infra/stacks/stages.ts';
import { productionTemplate, readTemplate, stagingTemplate } from '../support/assembly.ts';

test('the page of costs knows every operation', () => {
  for (const { operationId } of operations) expect(costPage()).toContain(`\`${operationId}\``);
});

test('costs are of functions with the memory that is deployed', () => {
  const template = stagingTemplate();
  for (const { memorySize } of readFunctions(template, readRestApis(template))) {
    expect(memorySize).toBe(MEMORY * 1024);
  }
});

test('a million lists of 20 pets cost what a bill with these prices would say', () => {
  expect(billedMilliseconds('list20')).toBe(8);
  // Gateway, invocations, 8,000 seconds of 1,769 MB, 2 million read units, a tenth of it all for the
  // authorizer (7 ms, a read unit), 1.045 GB of logs and 50,000 traces.
  const bill = 3.5 + 0.2 + 0.1842717 + 0.25 + 0.1 * (0.2 + 0.1612377 + 0.125) + 0.5225 + 0.25;
  expect(totalOf(costOf('list20'))).toBeCloseTo(bill, 6);
});

const STAGE_TEMPLATES = { staging: stagingTemplate, production: productionTemplate };
test.each(Object.keys(STAGES) as Stage[])('the page counts the alarms that %s has', (stage) => {
  const alarms = STAGE_TEMPLATES[stage]().logicalIds('AWS::CloudWatch::Alarm');
  expect(alarmCount(stage)).toBe(alarms.length);
});

test('a month without a request costs what a bill with these prices would say', () => {
  // 43,800 probes of 100 ms, each with two requests and two authorizers of 7 ms that read a unit.
  const second = (1769 / 1024) * 13.3334;
  const probe = 0.0438 * (0.2 + 0.1 * second + 2 * (3.5 + 0.2 + 0.007 * second + 0.125));
  expect(fixedCost('production').probe).toBeCloseTo(probe, 6);
  expect(fixedCost('staging').probe).toBe(0);
});

test.each(Object.keys(STAGES) as Stage[])('the page counts the throttled keys of %s', (stage) => {
  const watched = JSON.stringify(readTemplate(STAGES[stage].stackName)).split('"THROTTLED_KEYS"');
  // Of a table or an index with a partition key and a sort key, each by a rule for $0.50.
  expect(fixedCost(stage).throttledKeys).toBe((watched.length - 1) * 2 * 0.5);
});

test('a million orders completed cost what a bill of AWS would say: tables twice, indexes once', () => {
  // Twice the order and twice the pet. The order moves in its index, the pet in two of its three: 2 + 2 + 2 + 1.
  const bill = (2 + 2 + 7) * 0.625 + 0.125;
  expect(costOf('completeOrder').dynamodb).toBeCloseTo(bill, 6);
});
