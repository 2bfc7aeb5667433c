import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stages.ts';
import { readTemplate } from '../support/assembly.ts';

const live = { Properties: { Name: 'live' } };

/** The last resource that a URI of CDK's names: what it invokes. */
const referenceIn = (uri: unknown): string | undefined =>
  [...JSON.stringify(uri).matchAll(/\{"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].at(-1)?.[1];

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const production = config === STAGES.production;

  test('invokes every function through its alias live, and in no other way', () => {
    const aliases = Object.keys(template.findResources('AWS::Lambda::Alias', live));
    template.resourceCountIs('AWS::Lambda::Function', aliases.length);
    template.resourceCountIs('AWS::Lambda::Version', aliases.length);
    const uris = [
      ...Object.values(template.findResources('AWS::ApiGateway::Method')).map(
        ({ Properties }) => Properties.Integration.Uri,
      ),
      ...Object.values(template.findResources('AWS::ApiGateway::Authorizer')).map(
        ({ Properties }) => Properties.AuthorizerUri,
      ),
    ];
    for (const uri of uris) expect(aliases).toContain(referenceIn(uri));
    for (const { Properties } of Object.values(template.findResources('AWS::Lambda::Permission'))) {
      expect(aliases).toContain(Properties.FunctionName.Ref);
    }
  });

  test('releases as its stage says, and keeps versions as long', () => {
    const aliases = Object.values(template.findResources('AWS::Lambda::Alias', live));
    // No client waits for the probe, which judges releases: its own is at once.
    const shifted = aliases.filter(
      ({ Properties }) => !Properties.FunctionName.Ref.startsWith('probe'),
    );
    template.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', production ? shifted.length : 0);
    for (const alias of shifted) {
      expect(Boolean(alias['UpdatePolicy']?.CodeDeployLambdaAliasUpdate)).toBe(production);
    }
    template.allResources('AWS::Lambda::Version', {
      // A version that a failed deployment made would be in the way of the next one.
      DeletionPolicy: production ? 'RetainExceptOnCreate' : 'Delete',
      UpdateReplacePolicy: production ? 'Retain' : 'Delete',
    });
  });
});

test('a canary is taken back when its function or an API fails', () => {
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const groups = Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup'));
  for (const { Properties } of groups) {
    expect(Properties.AlarmConfiguration.Enabled).toBe(true);
    const alarms = Properties.AlarmConfiguration.Alarms.map(
      ({ Name }: { Name: { Ref: string } }) =>
        template.findResources('AWS::CloudWatch::Alarm')[Name.Ref]?.['Properties'].AlarmName,
    );
    expect(alarms.filter((name: string) => !name.endsWith('-errors'))).toEqual([
      expect.stringMatching(/^pet-store-production-\w+-failures$/),
      'pet-store-production-pets-api-5xx',
      'pet-store-production-quickstart-api-5xx',
    ]);
    expect(Properties.AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('Canary10Percent10Minutes');
  }
});
