import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stacks/stages.ts';
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

  /** All functions that clients wait for: not the release check, nor the probe. */
  const served = Object.entries(template.findResources('AWS::Lambda::Alias', live)).filter(
    ([id]) => !/^(checkRelease|probe)/.test(id),
  );

  test('puts no new version in service before all of them were checked', () => {
    const [[check = '', { ['Properties']: properties }] = ['', { Properties: {} }], ...others] =
      Object.entries(template.findResources('Custom::ReleaseCheck'));
    expect(others).toEqual([]);
    expect(served.length).toBeGreaterThan(0);
    for (const [, alias] of served) expect(alias['DependsOn']).toContain(check);
    const versions = served.map(
      ([, { Properties }]) => Properties.FunctionVersion['Fn::GetAtt'][0],
    );
    const checked = Object.values<{ Ref: string }>(properties.Versions).map(({ Ref }) => Ref);
    expect(checked.sort()).toEqual(versions.sort());
  });

  test('releases as its stage says, and keeps versions as long', () => {
    template.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', production ? served.length : 0);
    for (const [, alias] of served) {
      expect(Boolean(alias['UpdatePolicy']?.CodeDeployLambdaAliasUpdate)).toBe(production);
    }
    template.allResources('AWS::Lambda::Version', {
      // A version left by a failed deployment would block the next one.
      DeletionPolicy: production ? 'RetainExceptOnCreate' : 'Delete',
      UpdateReplacePolicy: production ? 'Retain' : 'Delete',
    });
  });
});

test('a canary is taken back when a function or an API of the stage fails', () => {
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const groups = Object.values(template.findResources('AWS::CodeDeploy::DeploymentGroup'));
  for (const { Properties } of groups) {
    expect(Properties.AlarmConfiguration.Enabled).toBe(true);
    const alarms = Properties.AlarmConfiguration.Alarms.map(
      ({ Name }: { Name: { Ref: string } }) =>
        template.findResources('AWS::CloudWatch::Alarm')[Name.Ref]?.['Properties'].AlarmName,
    );
    expect(alarms).toEqual([
      'pet-store-production-functions-failures',
      'pet-store-production-functions-stopped',
      'pet-store-production-pets-api-5xx',
      'pet-store-production-quickstart-api-5xx',
    ]);
    expect(Properties.AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM');
    expect(JSON.stringify(Properties.DeploymentConfigName)).toContain('Canary10Percent10Minutes');
  }
});

test('functions are released in waves of ten at most, and a wave waits for the one before', () => {
  const template = Template.fromJSON(readTemplate(STAGES.production.stackName));
  const aliases = Object.entries(template.findResources('AWS::Lambda::Alias', live)).filter(
    ([, alias]) => alias['UpdatePolicy'],
  );
  const ids = new Set(aliases.map(([id]) => id));
  const waves = Map.groupBy(aliases, ([, alias]) =>
    alias['DependsOn']
      .filter((id: string) => ids.has(id))
      .sort()
      .join(),
  );
  let before: readonly string[] = [];
  for (const [waitsFor, wave] of waves) {
    expect(waitsFor).toBe([...before].sort().join());
    expect(wave.length).toBeLessThanOrEqual(10);
    before = wave.map(([id]) => id);
  }
  expect(waves.size).toBe(Math.ceil(aliases.length / 10));
});
