import { readFileSync } from 'node:fs';
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

const text = (page: string): string =>
  readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8').replaceAll(/\s+/g, ' ');

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
const monitoring = resourcesOf('production').filter(([id]) => id.startsWith('Monitoring'));

test.each([
  ['cost.md', `A month without a request | $${staging.toFixed(2)} | $${production.toFixed(0)} |`],
  ['cost.md', `${alarms('staging')} on staging, ${alarms('production')} on production`],
  [
    'deploying.md',
    `${released} functions are released in ${waves.length} waves (${waves.join(', ')})`,
  ],
  ['scale.md', `Production has ${resourcesOf('production').length} of the 500 resources`],
  [
    'scale.md',
    `${count('production', 'AWS::Lambda::Function')} functions, ${alarms('production')} alarms, and ${count('production', 'AWS::ApiGateway::Resource', /^PetsApi/)} resources of the API of pets`,
  ],
  ['scale.md', `an operation ${added.length}, each new part of its path 2`],
  ['scale.md', `with ${monitoring.length} resources`],
])('docs/%s has the numbers of the templates: %s', (page, sentence) => {
  expect(text(page).includes(sentence)).toBe(true);
});
