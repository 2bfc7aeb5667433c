import { expect, jest, test } from '@jest/globals';
import { createAuthorizer } from '../../../../infra/local/gateway/authorizer.ts';
import type { Invoke } from '../../../../infra/local/gateway/functions.ts';

const KEY = `Bearer pet_test_${'a'.repeat(36)}`;
const arn = (method: string, path = '/pets') =>
  `arn:aws:execute-api:us-east-1:000000000000:pets/v1/${method}${path}`;
const Resource = [arn('GET', '/*'), arn('HEAD', '/*')];
const reader = {
  principalId: 'ann',
  policyDocument: { Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource }] },
  context: { keyId: 'key-1' },
  usageIdentifierKey: 'usage-1',
};

/** An authorizer whose function, `invoke`, answers so. */
const authorizerAnswering = (answer: () => unknown) => {
  const clock = { ms: 1 };
  const invoke = jest.fn<Invoke>(async () => answer());
  const ask = createAuthorizer(invoke, 'pet_test_', { now: () => clock.ms });
  const authorize = (token: string, methodArn = arn('GET')) => ask(token, methodArn, 'request-1');
  return { authorize, clock, invoke };
};

test('asks the function once for a key, and judges each method by its answer', async () => {
  const { authorize, invoke } = authorizerAnswering(() => reader);
  const allowed = { principalId: 'ann', keyId: 'key-1' };
  expect(await authorize(KEY)).toEqual(allowed);
  expect(await authorize(KEY, arn('GET', '/pets/7/x'))).toEqual(allowed);
  expect(await authorize(KEY, arn('DELETE', '/pets/GET/x'))).toBe('ACCESS_DENIED');
  expect(invoke.mock.calls).toEqual([
    ['authorizer', { type: 'TOKEN', authorizationToken: KEY, methodArn: arn('GET') }, 'request-1'],
  ]);
  await authorize(KEY.replace('aa', 'ab'));
  expect(invoke).toHaveBeenCalledTimes(2);
});

test('forgets an answer after a minute', async () => {
  const { authorize, clock, invoke } = authorizerAnswering(() => reader);
  await authorize(KEY);
  clock.ms += 60_000;
  await authorize(KEY);
  expect(invoke).toHaveBeenCalledTimes(1);
  clock.ms += 1;
  await authorize(KEY);
  expect(invoke).toHaveBeenCalledTimes(2);
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
  const { authorize, invoke } = authorizerAnswering(answer);
  expect(await authorize(KEY)).toBe(type);
  expect(await authorize(KEY)).toBe(type);
  expect(invoke).toHaveBeenCalledTimes(2);
});
