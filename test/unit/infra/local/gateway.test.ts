import { describe, expect, jest, test } from '@jest/globals';
import { getPet } from '../../../../functions/get-pet/contract.ts';
import { createAccountLimits } from '../../../../infra/local/gateway/account-limits.ts';
import { createAuthorizer } from '../../../../infra/local/gateway/authorizer.ts';
import type { Invoke } from '../../../../infra/local/gateway/functions.ts';
import { createRouter } from '../../../../infra/local/gateway/router.ts';
import type { Account } from '../../../../lib/accounts/account-record.ts';

const findRoute = createRouter([getPet]);

test.each([
  ['/p%65ts/a%2Fb%20c', '/pets/{petId}', { petId: 'a%2Fb%20c' }],
  ['/pets//', '/{proxy+}', { proxy: 'pets/' }],
  ['//pets', '/{proxy+}', { proxy: '/pets' }],
])('%s is %s: only names of the path are decoded', (path, resource, pathParameters) => {
  expect(findRoute('GET', path)).toMatchObject({ resource, pathParameters });
});

test.each(['/pets/%', '/pets/%ff'])('%s has no route: its escape is broken', (path) => {
  expect(findRoute('GET', path)).toBeUndefined();
});

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

test('the authorizer asks its function once for a key, and judges each method by its answer', async () => {
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

test('the authorizer forgets an answer after a minute', async () => {
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
])('the authorizer takes %s as a refusal, and asks again next time', async (_, answer, type) => {
  const { authorize, invoke } = authorizerAnswering(answer);
  expect(await authorize(KEY)).toBe(type);
  expect(await authorize(KEY)).toBe(type);
  expect(invoke).toHaveBeenCalledTimes(2);
});

const [ID, OTHER] = ['acct_0123456789abcdef', 'acct_ffffffffffffffff'];

const account = (changes: Partial<Account> = {}): Account => ({
  accountId: ID,
  name: 'Shelter',
  createdAt: '2026-11-20T00:00:00.000Z',
  createdBy: 'ann',
  keys: {},
  ...changes,
});

const PLANS = {
  standard: {
    ...{ rate: 2, burst: 3 },
    operations: { listPets: { rate: 1, burst: 1 }, createKey: { rate: 0.5, burst: 1 } },
  },
  large: { rate: 3, burst: 4, operations: {} },
  bulk: { rate: 1, burst: 1, operations: {} },
};

/** Limits over a storage that holds these accounts, until it is given another way to read them. */
const limitsOf = (first: readonly Account[]) => {
  const get = jest.fn(async (id: string) => first.find(({ accountId }) => accountId === id));
  const clock = { ms: 1 };
  const count = createAccountLimits({ get }, PLANS, { now: () => clock.ms });
  /** How many of five requests are taken at once. */
  const burst = async (key = ID) => {
    let taken = 0;
    for (let sent = 0; sent < 5; sent += 1) taken += (await count(key)) === undefined ? 1 : 0;
    return taken;
  };
  return { count, burst, get, clock };
};

describe('the limit of an account', () => {
  test('fills at its rate up to its burst, and each account has its own', async () => {
    const { count, burst, clock } = limitsOf([account(), account({ accountId: OTHER })]);
    expect(await burst()).toBe(3);
    expect(await count(ID)).toBe('THROTTLED');
    expect(await burst(OTHER)).toBe(3);
    clock.ms += 499;
    expect(await burst()).toBe(0);
    clock.ms += 501;
    expect(await burst()).toBe(2);
    clock.ms += 60_000;
    expect(await burst()).toBe(3);
  });

  test('has its own part for each operation that its plan names', async () => {
    const { count, clock } = limitsOf([account()]);
    expect(await count(ID, 'createKey')).toBeUndefined();
    expect(await count(ID, 'listPets')).toBeUndefined();
    clock.ms += 1000;
    expect(await count(ID, 'createKey')).toBe('THROTTLED');
    expect(await count(ID, 'getPet')).toBeUndefined();
    clock.ms += 1000;
    expect(await count(ID, 'createKey')).toBeUndefined();
  });

  test('is read again after a second, however often it is asked, and once by many at once', async () => {
    const { count, burst, get, clock } = limitsOf([account()]);
    await Promise.all([count(ID), count(ID)]);
    clock.ms += 1000;
    await count(ID);
    expect(get).toHaveBeenCalledTimes(1);
    get.mockResolvedValue(account({ plan: 'bulk' }));
    clock.ms += 60_000;
    expect(await burst()).toBe(PLANS.bulk.burst);
    expect(get).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])(
    'stays what it was while storage %s, and is at first that of the standard plan',
    async (_how, broken) => {
      const { burst, get, clock } = limitsOf([account({ plan: 'bulk' })]);
      await burst();
      get.mockImplementation(broken);
      clock.ms += 60_000;
      expect(await burst()).toBe(PLANS.bulk.burst);

      const fresh = limitsOf([]);
      fresh.get.mockImplementation(broken);
      expect(await fresh.burst()).toBe(PLANS.standard.burst);
    },
  );
});
