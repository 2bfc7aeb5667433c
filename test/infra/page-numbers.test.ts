import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { STAGES, type Stage } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';

const Resources = z.record(z.string(), z.looseObject({ Type: z.string() }));

/** What addresses of your own add. */
const OWN = /(DomainName|BasePathMapping|Subscription)$/;

const resourcesOf = (stage: Stage) =>
  Object.entries(Resources.parse(readTemplate(STAGES[stage].stackName)['Resources'])).filter(
    ([, { Type }]) => !OWN.test(Type),
  );

const count = (stage: Stage, type: string, id = /^/): number =>
  resourcesOf(stage).filter(([name, { Type }]) => Type === type && id.test(name)).length;

const file = (page: string): string => join(import.meta.dirname, '../../docs', page);

const NUMBERS = /\d(?:[\d.,\s]*\d)?/g;

/** Finds a sentence with any numbers, however its lines break. */
const withNumbers = (sentence: string): RegExp =>
  new RegExp(
    sentence
      .split(NUMBERS)
      .map((part) => part.replaceAll(/[$.*+?^{}()|[\]]/g, '\\$&').replaceAll(' ', '\\s+'))
      .join(NUMBERS.source),
  );

/** Writes the numbers into the page in `npm run generate`, else compares them. */
const hold = (page: string, sentence: string): void => {
  const text = readFileSync(file(page), 'utf8');
  if (text.replaceAll(/\s+/g, ' ').includes(sentence)) return;
  const { _updateSnapshot } = Object(Object(expect.getState()).snapshotState);
  if (_updateSnapshot !== 'all') expect(text).toContain(sentence);
  expect(text).toMatch(withNumbers(sentence));
  const numbers = sentence.match(NUMBERS)?.values();
  writeFileSync(
    file(page),
    text.replace(withNumbers(sentence), (found) =>
      found.replaceAll(NUMBERS, () => numbers?.next().value ?? ''),
    ),
  );
};

const alarms = (stage: Stage): number => count(stage, 'AWS::CloudWatch::Alarm');

/** Dollars a month of the sweep, of Contributor Insights, and of the probe, as docs/cost.md says. */
const SWEEP = 0.33;
const [INSIGHTS, PROBE] = [4, 0.5];
const staging = 0.1 * alarms('staging') + SWEEP;
const production = 0.1 * alarms('production') + SWEEP + INSIGHTS + PROBE;

/** Functions that shift their traffic to a new version: ten at the same time, at most. */
const released = count('production', 'AWS::CodeDeploy::DeploymentGroup');
const waves = Array.from({ length: Math.ceil(released / 10) }, (_, wave) =>
  Math.min(10, released - 10 * wave),
);

/** What one operation adds, here completeOrder: its own resources, and the method with its permission. */
const added = resourcesOf('production').filter(([id]) => /completeOrder|completePOST/.test(id));

/** What an API as one OpenAPI body would have in it. */
const inBody = resourcesOf('production').filter(([, { Type }]) =>
  /^AWS::ApiGateway::(?:Authorizer|GatewayResponse|Method|Resource)$/.test(Type),
);

/** What one table adds, here messages. */
const tables = resourcesOf('production').filter(([id]) => /^Tables[Mm]essages/.test(id)).length;

const RECORD = 'decisions/0028-room-to-grow.md';
const resources = resourcesOf('production').length;
const made = ['CloudWatch::Alarm', 'Logs::LogGroup', 'Logs::MetricFilter'].map((type) =>
  count('production', `AWS::${type}`),
);

test('one more operation takes 7 resources, and no more alarms', () => {
  expect(added.length).toBeLessThanOrEqual(7);
  expect(Math.max(alarms('staging'), alarms('production'))).toBeLessThanOrEqual(25);
});

test.each([
  [
    'cost.md',
    `A month without a request: staging $${staging.toFixed(2)}, production $${production.toFixed(0)}`,
  ],
  ['cost.md', `${alarms('staging')} on staging, ${alarms('production')} on production`],
  [
    'deploying.md',
    `${released} functions are released in ${waves.length} waves (${waves.join(', ')})`,
  ],
  ['scale.md', `Production has ${resources} of the 500 resources`],
  [
    'scale.md',
    `${count('production', 'AWS::Lambda::Function')} functions, ${alarms('production')} alarms, and ${count('production', 'AWS::ApiGateway::Resource', /^PetsApi/)} resources of the API of pets`,
  ],
  ['scale.md', `an operation ${added.length}, each new part of its path 2, a table ${tables}`],
  [RECORD, `| Resources, of 500 | 454 | ${resources} | ${resources - inBody.length} |`],
  [RECORD, `| One more operation | 11 | ${added.length} | ${added.length - 1} |`],
  [RECORD, `| 95, 30, 30 | ${made.join(', ')} | ${made.join(', ')} |`],
  [RECORD, `| A month without a request | $15.05 | $${production.toFixed(2)} |`],
  ['scale.md', `which ends ${inBody.length} resources`],
])('docs/%s has the numbers of the templates: %s', (page, sentence) => {
  hold(page, sentence);
});
