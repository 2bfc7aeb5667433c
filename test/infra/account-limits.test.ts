import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stages.ts';
import { type SynthesisResult, synthesizeStacks } from '../support/synthesize-stack.ts';

describe('a stack without limits for accounts', () => {
  let result: SynthesisResult | undefined;
  beforeAll(() => {
    [result] = synthesizeStacks([{ accountLimits: 'off' }]);
  });

  test('asks for no API key, and has the plan that accounts are to be put on', () => {
    const template = Template.fromJSON(result?.template ?? {});
    template.resourcePropertiesCountIs('AWS::ApiGateway::Method', { ApiKeyRequired: true }, 0);
    template.allResourcesProperties('AWS::ApiGateway::Method', { AuthorizationType: 'CUSTOM' });
    template.hasResourceProperties('AWS::ApiGateway::UsagePlan', { ApiStages: Match.anyValue() });
    template.hasOutput('AccountUsagePlan', {});
    expect(result?.errors).toEqual([]);
  });
});

describe('the guides tell what an account may send', () => {
  const read = (path: string) =>
    readFileSync(join(import.meta.dirname, '../..', path), 'utf8').replace(/\s+/g, ' ');
  const staging = STAGES.staging.throttle;
  const production = STAGES.production.throttle;

  test('clients', () => {
    expect(read('docs/api.md')).toContain(
      `${production.account.rate} requests a second and ${production.account.burst} at once in production, ${staging.account.rate} a second and ${staging.account.burst} at once in staging`,
    );
  });

  test('operators, with what is taken from all', () => {
    const readme = read('README.md');
    const ofAll = ({ all, writes }: typeof staging) =>
      `${all.rate} a second, writes ${writes.rate}`;
    const each = ({ account }: typeof staging) =>
      `${account.rate} a second, ${account.burst} at once`;
    expect(readme).toContain(`| Requests, each API | ${ofAll(staging)} | ${ofAll(production)} |`);
    expect(readme).toContain(`| Requests, each account | ${each(staging)} | ${each(production)} |`);
  });
});
