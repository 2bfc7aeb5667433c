import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';

/*
 * Limits that a deployment would fail on, and that neither the CDK nor cfn-lint (`test/infra/templates/lint.ts`) knows. The
 * CDK counts resources. cfn-lint counts resources, outputs, parameters, the bytes of the template and of environment
 * variables, and the actions of alarms.
 */

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.looseObject({}).default({}) }),
  ),
});

/** A value as JSON with a long text in place of each reference, as AWS will see it. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && ('Ref' in part || 'Fn::GetAtt' in part)
      ? 'x'.repeat(110)
      : part,
  );

const Widget = z.object({ properties: z.object({ alarms: z.array(z.unknown()).optional() }) });
const Dashboard = z.object({ widgets: z.array(Widget) });
const Alarms = z.object({ Alarms: z.array(z.unknown()) });

describe.each(Object.values(STAGES))('$stackName', ({ stackName }) => {
  const properties = (type: string) =>
    Object.values(Template.parse(readTemplate(stackName)).Resources)
      .filter(({ Type }) => Type === type)
      .map(({ Properties }) => Properties);

  const expectAtMost = (counts: readonly number[], most: number): void => {
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  };

  test('has 1 to 100 alarms in a widget ("Dashboard Body Structure and Syntax")', () => {
    const bodies = properties('AWS::CloudWatch::Dashboard').map(({ DashboardBody: body }) => {
      const { 'Fn::Join': join } = z
        .object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) })
        .parse(body);
      return Dashboard.parse(
        JSON.parse(join[1].map((part) => (typeof part === 'string' ? part : 'x')).join('')),
      );
    });
    const widgets = bodies.flatMap((body) => body.widgets);
    const counts = widgets.flatMap(({ properties: { alarms } }) => alarms?.length ?? []);
    expectAtMost(counts, 100);
  });

  test('has at most 10 alarms for a deployment group ("CodeDeploy quotas")', () => {
    const groups = properties('AWS::CodeDeploy::DeploymentGroup');
    const counts = groups.map((group) => Alarms.parse(group['AlarmConfiguration']).Alarms.length);
    expectAtMost(counts, 10);
  });

  test('has at most 10,240 characters of inline policies in a role ("IAM and AWS STS quotas")', () => {
    const counts = properties('AWS::IAM::Role').flatMap(({ Policies }) =>
      Policies === undefined ? [] : textOf(Policies).length,
    );
    expectAtMost(counts, 10_240);
  });

  test('has at most 20,000 bytes of permissions for a function ("Lambda quotas")', () => {
    const bytes = new Map<string, number>();
    for (const permission of properties('AWS::Lambda::Permission')) {
      const of = JSON.stringify(permission['FunctionName']);
      // Each statement also has an id and the function's ARN.
      bytes.set(of, (bytes.get(of) ?? 0) + textOf(permission).length + 300);
    }
    expectAtMost([...bytes.values()], 20_000);
  });
});
