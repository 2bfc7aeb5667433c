import { describe, expect, test } from '@jest/globals';
import { createAccountLimits } from '../../../infra/local/account-limits.ts';
import type { Account } from '../../../lib/accounts/account.ts';

const PLAN = { rate: 100, burst: 200 };
const ID = 'acct_0123456789abcdef';
const KEY = 'account0123456789abcdef';

const account = (changes: Partial<Account> = {}): Account => ({
  accountId: ID,
  name: 'Shelter',
  createdAt: '2026-11-20T00:00:00.000Z',
  createdBy: 'ann',
  ...changes,
});

function limitsOf(first: Account | undefined) {
  const storage = { read: async (): Promise<Account | undefined> => first };
  const clock = { ms: 0 };
  const asked: string[] = [];
  const get = (accountId: string) => {
    asked.push(accountId);
    return storage.read();
  };
  return { find: createAccountLimits({ get }, PLAN, () => clock.ms), storage, clock, asked };
}

describe('the limit of an account', () => {
  test('is that of its record, or else that of the plan', async () => {
    const own = { rate: 1, burst: 2 };
    expect(await limitsOf(account({ requestLimit: own })).find(KEY)).toEqual(own);
    expect(await limitsOf(account()).find(KEY)).toEqual(PLAN);
  });

  test('is none for an account that there is not', async () => {
    expect(await limitsOf(undefined).find(KEY)).toBeUndefined();
  });

  test('is read again after a second, however often it is asked, and at once only once', async () => {
    const { find, storage, clock, asked } = limitsOf(account());
    await Promise.all([find(KEY), find(KEY)]);
    clock.ms = 999;
    await find(KEY);
    expect(asked).toEqual([ID]);
    const own = { rate: 1, burst: 2 };
    storage.read = async () => account({ requestLimit: own });
    clock.ms = 1000;
    expect(await find(KEY)).toEqual(own);
    expect(asked).toEqual([ID, ID]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('is what it was while storage %s, and at first that of the plan', async (_how, broken) => {
    const own = { rate: 1, burst: 2 };
    const { find, storage, clock } = limitsOf(account({ requestLimit: own }));
    expect(await find(KEY)).toEqual(own);
    storage.read = broken;
    clock.ms = 1000;
    expect(await find(KEY)).toEqual(own);
    expect(await find('accountffffffffffffffff')).toEqual(PLAN);
  });

  test('that storage gives too late for a request is there for the next ones', async () => {
    const { find, storage, clock } = limitsOf(account());
    const own = { rate: 1, burst: 2 };
    const late = Promise.withResolvers<Account>();
    storage.read = () => late.promise;
    expect(await find(KEY)).toEqual(PLAN);
    late.resolve(account({ requestLimit: own }));
    storage.read = () => Promise.reject(new Error('down'));
    clock.ms = 1000;
    expect(await find(KEY)).toEqual(own);
  });
});
