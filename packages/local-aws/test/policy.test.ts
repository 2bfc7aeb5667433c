import { describe, expect, test } from '@jest/globals';
import { allowsInvoke, policySchema } from '../src/api-gateway/policy.ts';

const methodArn = 'arn:aws:execute-api:us-east-1:000000000000:abc123/v1/GET/pets/7';

const statement = (Effect: string, Resource: string | string[], Action: unknown = '*') => {
  return { Effect, Action, Resource };
};

const allows = (...Statement: object[]): boolean => {
  return allowsInvoke(policySchema.parse({ Version: '2012-10-17', Statement }), methodArn);
};

describe('the policy evaluation', () => {
  test.each([
    ['the very method', statement('Allow', methodArn, 'execute-api:Invoke')],
    ['a wildcard across slashes', statement('Allow', 'arn:aws:execute-api:*/v1/GET/*')],
    ['a question mark', statement('Allow', methodArn.replace('7', '?'))],
    ['one of several resources', statement('Allow', ['other', '*'])],
    ['one of several actions', statement('Allow', '*', ['s3:*', 'EXECUTE-API:inv*'])],
  ])('allows by %s', (_, allow) => {
    expect(allows(allow)).toBe(true);
  });

  test.each([
    ['another method', statement('Allow', methodArn.replace('GET', 'POST'))],
    ['only a part of the ARN', statement('Allow', methodArn.slice(0, -2))],
    ['another action', statement('Allow', '*', 'execute-api:ManageConnections')],
    ['a dot that is not a wildcard', statement('Allow', methodArn.replace('v1', 'v.'))],
  ])('denies when the policy names %s', (_, allow) => {
    expect(allows(allow)).toBe(false);
  });

  test('denies without statements', () => {
    expect(allows()).toBe(false);
  });

  test('lets an explicit Deny win, wherever it stands', () => {
    const deny = statement('Deny', '*/GET/pets/*');
    expect(allows(deny, statement('Allow', '*'))).toBe(false);
    expect(allows(statement('Allow', '*'), deny)).toBe(false);
  });

  test('refuses a Condition instead of passing over it', () => {
    const Statement = [{ ...statement('Allow', '*'), Condition: {} }];
    expect(policySchema.safeParse({ Statement }).success).toBe(false);
  });
});
