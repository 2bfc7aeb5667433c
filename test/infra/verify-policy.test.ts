import { expect, test } from '@jest/globals';
import executionPolicy from '../../infra/stacks/execution-policy.json' with { type: 'json' };
import { STAGES } from '../../infra/stacks/stages.ts';
import verifyPolicy from '../../infra/verify/policy.json' with { type: 'json' };
import { readTemplate } from '../support/assembly.ts';

const { Statement: statements } = verifyPolicy;
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
  // "IAM and AWS STS quotas".
  expect(JSON.stringify(executionPolicy).length).toBeLessThanOrEqual(6144);
  const services = servicesOf([...stages, 'pet-store-account', 'pet-store-budget']);
  const others = ['BootstrapVersion', 'Code', 'Scaling', 'ServiceLinkedRoles'];
  expect(executionPolicy.Statement.map(({ Sid }) => Sid).sort()).toEqual(
    [...services, ...others].sort(),
  );
  for (const { Sid, Action, Resource } of executionPolicy.Statement) {
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
  const right = { Sid: 'Backfills', Effect: 'Allow', Action: 'dynamodb:GetItem', Resource };
  expect(statements).toContainEqual(right);
  expect(others).toHaveLength(statements.length - 1);
  for (const action of others.flatMap(({ Action }) => Action)) {
    expect(action).toMatch(/^[\w-]+:(BatchDescribe|Describe|DetectStack|GET$|Get|List)[A-Za-z]*$/);
    expect(action).not.toMatch(DATA);
  }
});
