import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { operations } from '../../functions/operations.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate, resourcesOf } from '../support/assembly.ts';

/*
 * Limits that a deployment would fail on as operations are added, and that neither the CDK nor cfn-lint
 * (`test/infra/templates/lint.ts`) knows. The CDK counts resources. cfn-lint counts resources, outputs, parameters, the bytes of
 * the template and of environment variables, and the actions of alarms.
 */

/** A value as JSON with a long text in place of each reference, as AWS will see it. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && ('Ref' in part || 'Fn::GetAtt' in part)
      ? 'x'.repeat(110)
      : part,
  );

describe.each(Object.values(STAGES))('$stackName', ({ stackName }) => {
  const properties = (type: string) => [
    ...resourcesOf(readTemplate(stackName), type, z.looseObject({})).values(),
  ];

  const expectAtMost = (counts: readonly number[], most: number): void => {
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
  };

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

  // Of the 500 resources of a stack, with a deployer's own hosts. Alarms do not grow with operations.
  test('has at most 140 resources, 25 of them alarms, and 9 more for each operation', () => {
    const { Resources } = readTemplate(stackName);
    const ids = Object.keys(Object(Resources));
    expectAtMost([ids.length - 9 * operations.length], 140);
    expectAtMost([properties('AWS::CloudWatch::Alarm').length], 25);
    // One with a path of its own.
    expectAtMost([ids.filter((id) => /complete/.test(id)).length], 9);
  });
});
