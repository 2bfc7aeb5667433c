import { beforeEach, expect, test } from '@jest/globals';
import { createAuthorizer } from '../../../../infra/local/gateway/authorizer.ts';

const KEY = `Bearer pet_test_${'a'.repeat(36)}`;
const arn = (method: string, path = '/pets') =>
  `arn:aws:execute-api:us-east-1:000000000000:pets/v1/${method}${path}`;
const answerFor = (Resource: string[]) => ({
  principalId: 'ann',
  policyDocument: { Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource }] },
  context: { keyId: 'key-1' },
  usageIdentifierKey: 'usage-1',
});
const reader = answerFor([arn('GET', '/*'), arn('HEAD', '/*')]);

const clock = { ms: 1 };
let events: unknown[];
beforeEach(() => {
  events = [];
});
const authorizerAnswering = (answer: () => unknown) => {
  const invoke = async (...call: unknown[]) => {
    events.push(call);
    return answer();
  };
  const authorize = createAuthorizer(invoke, 'pet_test_', { now: () => clock.ms });
  return (token: string | undefined, methodArn = arn('GET')) =>
    authorize(token, methodArn, 'request-1');
};

test('asks the function once for a key, and judges each method by its answer', async () => {
  const authorize = authorizerAnswering(() => reader);
  const allowed = { principalId: 'ann', keyId: 'key-1' };
  expect(await authorize(KEY)).toEqual(allowed);
  expect(await authorize(KEY, arn('GET', '/pets/7/x'))).toEqual(allowed);
  expect(await authorize(KEY, arn('DELETE', '/pets/GET/x'))).toBe('ACCESS_DENIED');
  expect(events).toEqual([
    ['authorizer', { type: 'TOKEN', authorizationToken: KEY, methodArn: arn('GET') }, 'request-1'],
  ]);
  await authorize(KEY.replace('aa', 'ab'));
  expect(events).toHaveLength(2);
});

test('forgets an answer after a minute', async () => {
  const authorize = authorizerAnswering(() => reader);
  for (const [ms, asked] of [
    [1, 1],
    [60_001, 1],
    [60_002, 2],
  ] as const) {
    clock.ms = ms;
    await authorize(KEY);
    expect(events).toHaveLength(asked);
  }
});

const failing = (message: string) => () => {
  throw new Error(message);
};
test.each([
  ['the error Unauthorized', failing('Unauthorized'), 'UNAUTHORIZED'],
  ['any other error', failing('DynamoDB does not answer'), 'AUTHORIZER_FAILURE'],
  [
    'an answer without an account',
    () => ({ ...reader, usageIdentifierKey: undefined }),
    'AUTHORIZER_FAILURE',
  ],
])('takes %s as a refusal, and asks again next time', async (_, answer, type) => {
  const authorize = authorizerAnswering(answer);
  expect(await authorize(KEY)).toBe(type);
  expect(await authorize(KEY)).toBe(type);
  expect(events).toHaveLength(2);
});
