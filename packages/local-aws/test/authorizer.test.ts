import { describe, expect, test } from '@jest/globals';
import { createAuthorizer } from '../src/api-gateway/authorizer.ts';
import type { Authorizer } from '../src/api-gateway/rest-api.ts';
import type { InvocationResult } from '../src/lambda/invocation.ts';
import { tokenAuthorizer } from './models.ts';

const arn = (path: string) => `arn:aws:execute-api:us-east-1:000000000000:abc123/v1/GET${path}`;
const allow = (Resource: string) => ({
  Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource }],
});
const success = (answer: unknown): InvocationResult => ({
  kind: 'success',
  payload: JSON.stringify(answer),
});
const failure = (errorMessage: string): InvocationResult => ({
  kind: 'error',
  errorType: 'Error',
  errorMessage,
  trace: [],
});
const goodAnswer = success({ principalId: 'ann', policyDocument: allow('*') });

const authorizerAnswering = (result: InvocationResult, changes: Partial<Authorizer> = {}) => {
  const events: unknown[] = [];
  const clock = { ms: 1 };
  const invoke = async (_: string, event: unknown) => {
    events.push(event);
    return result;
  };
  const ask = createAuthorizer(tokenAuthorizer(changes), invoke, { now: () => clock.ms });
  const authorize = (authorizationToken: string | undefined, methodArn: string) => {
    const event = { type: 'TOKEN', authorizationToken, methodArn } as const;
    return ask({ requestId: 'request-1', identity: [authorizationToken], event });
  };
  return { authorize, events, clock };
};

const refusal = (responseType: string) => ({ kind: 'refused', responseType });

describe('the token authorizer', () => {
  test('gives the function the token and the method', async () => {
    const { authorize, events } = authorizerAnswering(goodAnswer);
    await authorize('secret', arn('/pets'));
    expect(events).toEqual([
      { type: 'TOKEN', authorizationToken: 'secret', methodArn: arn('/pets') },
    ]);
  });

  test('passes the principal and its context on as strings', async () => {
    const context = { role: 'staff', level: 3, admin: false, team: null };
    const { authorize } = authorizerAnswering(
      success({ principalId: 'ann', policyDocument: allow('*'), context }),
    );
    expect(await authorize('secret', arn('/pets'))).toEqual({
      kind: 'allowed',
      principal: { principalId: 'ann', role: 'staff', level: '3', admin: 'false' },
      usageKey: undefined,
      integrationLatency: 0,
    });
  });

  test('tells the API key that the request counts for, kept answers too', async () => {
    const answer = { principalId: 'ann', policyDocument: allow('*'), usageIdentifierKey: 'key-1' };
    const { authorize, events } = authorizerAnswering(success(answer));
    for (let time = 0; time < 2; time += 1) {
      expect(await authorize('secret', arn('/pets'))).toMatchObject({ usageKey: 'key-1' });
    }
    expect(events).toHaveLength(1);
  });

  test.each([undefined, ''])('answers UNAUTHORIZED unseen to the token %j', async (token) => {
    const { authorize, events } = authorizerAnswering(goodAnswer);
    expect(await authorize(token, arn('/pets'))).toEqual(refusal('UNAUTHORIZED'));
    expect(events).toEqual([]);
  });

  test('answers UNAUTHORIZED unseen to a token that its expression matches only in part', async () => {
    const validation = /^(?:Bearer \w+|Basic x)$/;
    const { authorize, events } = authorizerAnswering(goodAnswer, { validation });
    expect(await authorize('Bearer abc def', arn('/pets'))).toEqual(refusal('UNAUTHORIZED'));
    expect(await authorize('my Bearer abc', arn('/pets'))).toEqual(refusal('UNAUTHORIZED'));
    expect(events).toEqual([]);
    expect(await authorize('Bearer abc', arn('/pets'))).toMatchObject({ kind: 'allowed' });
  });

  test('keeps an answer for its time, from the first request on', async () => {
    const { authorize, events, clock } = authorizerAnswering(goodAnswer, { resultTtlSeconds: 60 });
    for (const ms of [1, 40_000, 60_001]) {
      clock.ms = ms;
      await authorize('secret', arn('/pets'));
    }
    expect(events).toHaveLength(1);
    clock.ms = 60_002;
    await authorize('secret', arn('/pets'));
    expect(events).toHaveLength(2);
  });

  test('keeps answers apart by token', async () => {
    const { authorize, events } = authorizerAnswering(goodAnswer);
    await authorize('secret', arn('/pets'));
    await authorize('other', arn('/pets'));
    expect(events).toHaveLength(2);
  });

  test('keeps nothing for a time of 0', async () => {
    const { authorize, events } = authorizerAnswering(goodAnswer, { resultTtlSeconds: 0 });
    await authorize('secret', arn('/pets'));
    await authorize('secret', arn('/pets'));
    expect(events).toHaveLength(2);
  });

  test('evaluates a kept policy for each method', async () => {
    const { authorize, events } = authorizerAnswering(
      success({ principalId: 'ann', policyDocument: allow(arn('/pets')) }),
    );
    expect(await authorize('secret', arn('/pets'))).toMatchObject({ kind: 'allowed' });
    expect(await authorize('secret', arn('/keys'))).toEqual(refusal('ACCESS_DENIED'));
    expect(events).toHaveLength(1);
  });

  test.each([
    ['the error Unauthorized', failure('Unauthorized'), 'UNAUTHORIZED'],
    ['any other error', failure('unauthorized!'), 'AUTHORIZER_FAILURE'],
    ['a time-out', { kind: 'timeout' } as const, 'AUTHORIZER_FAILURE'],
    ['null', success(null), 'AUTHORIZER_CONFIGURATION_ERROR'],
    [
      'an answer without principalId',
      success({ policyDocument: allow('*') }),
      'AUTHORIZER_CONFIGURATION_ERROR',
    ],
    [
      'an answer without policyDocument',
      success({ principalId: 'ann' }),
      'AUTHORIZER_CONFIGURATION_ERROR',
    ],
    [
      'an object in the context',
      success({ principalId: 'ann', policyDocument: allow('*'), context: { a: {} } }),
      'AUTHORIZER_CONFIGURATION_ERROR',
    ],
  ])('turns %s into its gateway response and does not keep it', async (_, result, type) => {
    const { authorize, events } = authorizerAnswering(result);
    expect(await authorize('secret', arn('/pets'))).toEqual(refusal(type));
    await authorize('secret', arn('/pets'));
    expect(events).toHaveLength(2);
  });
});
