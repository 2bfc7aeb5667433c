import { describe, expect, test } from '@jest/globals';
import { checkKeys, type KeyOperation } from './key-history.ts';

type Step = Omit<KeyOperation, 'by' | 'call' | 'return'> & { readonly by?: string };

/** Steps one after the other, a second each. Those without a status have no answer. */
const inTurn = (steps: readonly Step[]): KeyOperation[] =>
  steps.map((step, at) => ({
    by: 'root',
    ...step,
    call: at * 1e6,
    ...(step.status !== undefined && { return: at * 1e6 + 5 }),
  }));

const create: Step = { op: 'create', name: 'shop', status: 201, made: 'a' };
const roll: Step = { op: 'roll', key: 'a', name: 'shop', status: 201, made: 'b' };
const revoke: Step = { op: 'revoke', key: 'a', status: 204 };
const lost = ({ status: _status, made: _made, ...step }: Step): Step => step;
const ask = (by: string, status: number): Step => ({ op: 'ask', by, status });
const use = (status: number): Step => ({ op: 'use', by: 'a', status });
const list = (listed: Readonly<Record<string, string>>): Step => ({
  op: 'list',
  status: 200,
  listed,
});
const minute = Array.from({ length: 62 }, () => ask('root', 200));

/** Each is correct up to its last answer. */
const WRONG: Readonly<Record<string, readonly Step[]>> = {
  'a revoked key that works': [create, revoke, ask('a', 200)],
  'a rolled key that works': [create, roll, ask('a', 200)],
  'a revoked key that works later than the cache keeps it': [
    create,
    revoke,
    use(200),
    ...minute,
    use(200),
  ],
  'a new key that does not work': [create, ask('a', 401)],
  'a successor that does not work': [create, roll, ask('b', 401)],
  'a key that is revoked twice': [create, revoke, revoke],
  'a key that is rolled twice': [create, roll, { ...roll, made: 'c' }],
  'a revoked key that makes another': [
    create,
    revoke,
    { op: 'create', by: 'a', name: 'heir', status: 201, made: 'b' },
  ],
  'a key that works and is not found': [create, { ...revoke, status: 404 }],
  'a revocation that is refused and happens': [create, { ...revoke, status: 403 }, ask('a', 401)],
  'a lost revocation that happens, and does not': [
    create,
    lost(revoke),
    ask('a', 401),
    ask('a', 200),
  ],
  'a lost roll that leaves both': [create, lost(roll), list({ b: 'shop' }), ask('a', 200)],
  'a lost roll that leaves none': [create, lost(roll), ask('a', 401), list({})],
  'a lost creation that makes two': [lost(create), list({ a: 'shop', b: 'shop' })],
  'a key that nobody made': [create, list({ a: 'shop', b: 'other' })],
};

describe('the check of keys finds', () => {
  test.each(Object.entries(WRONG))('%s', (_what, steps) => {
    expect(checkKeys(inTurn(steps.slice(0, -1)))).toEqual([]);
    expect(checkKeys(inTurn(steps))).not.toEqual([]);
  });
});

test.each([
  ['a lost revocation', [create, lost(revoke), ask('a', 200), ask('a', 401)]],
  ['a lost revocation that did not happen', [create, lost(revoke), ask('a', 200)]],
  ['a lost roll', [create, lost(roll), ask('a', 401), list({ b: 'shop' })]],
  ['a lost roll that did not happen', [create, lost(roll), list({ a: 'shop' }), ask('a', 200)]],
  ['a lost creation', [lost(create), list({ a: 'shop' })]],
  ['a key that is cached', [create, revoke, use(200), ask('a', 401), use(200)]],
])('the check of keys takes %s', (_what, steps) => {
  expect(checkKeys(inTurn(steps))).toEqual([]);
});
