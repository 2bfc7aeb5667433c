import { expect, test } from '@jest/globals';
import * as z from 'zod';
import { STAGES } from '../../infra/stacks/stages.ts';
import { readTemplate } from '../support/assembly.ts';
import { fileText } from '../support/project.ts';

const Policy = z.object({
  Statement: z.array(
    z.object({
      Sid: z.string(),
      Action: z.union([z.string(), z.array(z.string())]),
      Resource: z.union([z.string(), z.array(z.string())]),
    }),
  ),
});
const { Statement: statements } = Policy.parse(JSON.parse(fileText('infra/verify/policy.json')));

const stages = Object.values(STAGES).map(({ stackName }) => stackName);

const servicesOf = (stackNames: readonly string[]) => {
  const resources = JSON.stringify(stackNames.map((name) => readTemplate(name)['Resources']));
  return [...new Set([...resources.matchAll(/"Type":"AWS::(\w+)::/g)].map(([, name]) => name))];
};

test('whoever compares a stage with its template may read each kind of resource, and nothing else', () => {
  expect(statements.map(({ Sid }) => Sid).sort()).toEqual(
    [...servicesOf(stages), 'Backfills', 'CloudFormation'].sort(),
  );
});

test('CloudFormation may create what is in the templates, roles of this service alone, and nothing else', () => {
  const text = fileText('infra/stacks/execution-policy.json');
  // "IAM and AWS STS quotas".
  expect(text.replaceAll(/\s/g, '').length).toBeLessThanOrEqual(6144);
  const { Statement } = Policy.parse(JSON.parse(text));
  const services = servicesOf([...stages, 'pet-store-account', 'pet-store-budget']);
  const others = ['BootstrapVersion', 'Code', 'Scaling', 'ServiceLinkedRoles'];
  expect(Statement.map(({ Sid }) => Sid).sort()).toEqual([...services, ...others].sort());
  for (const { Sid, Action, Resource } of Statement) {
    if (Action === `${Sid.toLowerCase()}:*`) continue;
    expect([Action].flat()).not.toContainEqual(expect.stringMatching(/^iam:\*|^\*/));
    if (Sid !== 'Scaling')
      expect(Resource).toEqual(
        expect.stringMatching(/^arn:aws:\w+:.*[:/](pet-store-|aws-service-role\/|cdk-)/),
      );
  }
});

/** Reads that give what is stored, written or sent, and not how it is set up. */
const DATA =
  /:(BatchGetItem|GetItem|Query|Scan|GetRecords|GetLogEvents|GetQueryResults|ReceiveMessage)$/;

test('it may change nothing, and read no data but how far backfills are', () => {
  const ids = Object.keys(readTemplate(stages[0] ?? '')['Resources'] ?? {});
  expect(ids).toContainEqual(expect.stringMatching(/^TablesBackfills/));
  const Resource = 'arn:aws:dynamodb:*:*:table/pet-store-*-TablesBackfills*';
  const others = statements.filter(({ Sid }) => Sid !== 'Backfills');
  expect(statements).toContainEqual({ Sid: 'Backfills', Action: 'dynamodb:GetItem', Resource });
  expect(others).toHaveLength(statements.length - 1);
  for (const action of others.flatMap(({ Action }) => Action)) {
    expect(action).toMatch(/^[\w-]+:(BatchDescribe|Describe|DetectStack|GET$|Get|List)[A-Za-z]*$/);
    expect(action).not.toMatch(DATA);
  }
});
