import { describe, expect, test } from '@jest/globals';
import { createAccountLimits } from '../../../../infra/local/account-limits.ts';
import type { Account } from '../../../../lib/accounts/account.ts';

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

const OWN = { rate: 1, burst: 2 };

/** Limits over a storage that holds these accounts, until it is given another way to read them. */
const limitsOf = (...first: Account[]) => {
  const storage = { list: async (): Promise<readonly Account[]> => first };
  const clock = { ms: 1 };
  let reads = 0;
  const list = () => {
    reads += 1;
    return storage.list();
  };
  const find = createAccountLimits({ list }, PLAN, { now: () => clock.ms });
  return { find, storage, clock, reads: () => reads };
};

describe('the limit of an account', () => {
  test('is that of its record, or else that of the plan', async () => {
    expect(await limitsOf(account({ requestLimit: OWN })).find(KEY)).toEqual(OWN);
    expect(await limitsOf(account()).find(KEY)).toEqual(PLAN);
  });

  test('is none for an account that there is not', async () => {
    expect(await limitsOf().find(KEY)).toBeUndefined();
  });

  test('is there at once for an account that was just made', async () => {
    const { find, storage } = limitsOf(account({ accountId: 'acct_ffffffffffffffff' }));
    await find('accountffffffffffffffff');
    storage.list = async () => [account()];
    expect(await find(KEY)).toEqual(PLAN);
  });

  test('is read again after a second, however often it is asked, and at once only once', async () => {
    const { find, storage, clock, reads } = limitsOf(account());
    await Promise.all([find(KEY), find(KEY)]);
    clock.ms += 1000;
    await find(KEY);
    expect(reads()).toBe(1);
    storage.list = async () => [account({ requestLimit: OWN })];
    clock.ms += 1;
    expect(await find(KEY)).toEqual(OWN);
    expect(reads()).toBe(2);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('down'))],
    ['hangs', () => new Promise<never>(() => {})],
  ])('is what it was while storage %s, and at first that of the plan', async (_how, broken) => {
    const { find, storage, clock } = limitsOf(account({ requestLimit: OWN }));
    expect(await find(KEY)).toEqual(OWN);
    storage.list = broken;
    clock.ms += 1001;
    expect(await find(KEY)).toEqual(OWN);

    const fresh = limitsOf();
    fresh.storage.list = broken;
    expect(await fresh.find(KEY)).toEqual(PLAN);
  });

  test('that storage gives too late for a request is there for the next ones', async () => {
    const { find, storage, clock } = limitsOf(account());
    const late = Promise.withResolvers<Account[]>();
    storage.list = () => late.promise;
    expect(await find(KEY)).toEqual(PLAN);
    late.resolve([account({ requestLimit: OWN })]);
    storage.list = () => Promise.reject(new Error('down'));
    clock.ms += 1001;
    expect(await find(KEY)).toEqual(OWN);
  });
});
