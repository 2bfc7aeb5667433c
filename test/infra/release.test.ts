import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';

const live = { Properties: { Name: 'live' } };

describe.each(Object.values(STAGES))('the stack $stackName', (config) => {
  const template = Template.fromJSON(readTemplate(config.stackName));
  const served = Object.entries(template.findResources('AWS::Lambda::Alias', live));

  // `rights.test.ts` holds that everything invokes that alias. Nobody waits for the release check and the probe.
  test('has an alias live of every function that clients wait for, and one version', () => {
    const functions = Object.keys(template.findResources('AWS::Lambda::Function'));
    const expected = functions.filter((id) => !/^(checkRelease|probe)/.test(id));
    const nameOf = (id: string) => id.replace(/Function.*/, '');
    expect(served.map(([id]) => nameOf(id)).sort()).toEqual(expected.map(nameOf).sort());
    template.resourceCountIs('AWS::Lambda::Version', served.length);
  });

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
