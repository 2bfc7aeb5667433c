import { expect, test } from '@jest/globals';
import { STAGES } from '../../infra/stacks/stages.ts';
import { Plan, type RequestLimit } from '../../lib/accounts/plan.ts';
import { fileText } from '../support/project.ts';

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
