import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';

const Policy = z.object({
  Statement: z.array(
    z.object({ Sid: z.string(), Action: z.union([z.string(), z.array(z.string())]) }),
  ),
});
const file = join(import.meta.dirname, '../../infra/verify/policy.json');
const { Statement: statements } = Policy.parse(JSON.parse(readFileSync(file, 'utf8')));

const Resources = z.record(z.string(), z.object({ Type: z.string() }));

test('whoever compares a stage with its template may read each kind of resource, and nothing else', () => {
  const types = Object.values(STAGES).flatMap(({ stackName }) =>
    Object.values(Resources.parse(readTemplate(stackName)['Resources'])).map(({ Type }) => Type),
  );
  const services = types.flatMap((type) => /^AWS::(\w+)::/.exec(type)?.[1] ?? []);
  expect(statements.map(({ Sid }) => Sid).sort()).toEqual(
    [...new Set([...services, 'CloudFormation'])].sort(),
  );
});

/** Reads that give what is stored, written or sent, and not how it is set up. */
const DATA =
  /:(BatchGetItem|GetItem|Query|Scan|GetRecords|GetLogEvents|GetQueryResults|ReceiveMessage)$/;

test('it may change nothing, and read no data', () => {
  for (const action of statements.flatMap(({ Action }) => Action)) {
    expect(action).toMatch(/^[\w-]+:(BatchDescribe|Describe|DetectStack|GET$|Get|List)[A-Za-z]*$/);
    expect(action).not.toMatch(DATA);
  }
});
