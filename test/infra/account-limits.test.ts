import { beforeAll, describe, expect, test } from '@jest/globals';
import { Match, Template } from 'aws-cdk-lib/assertions';
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
