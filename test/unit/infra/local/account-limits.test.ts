import { describe, expect, jest, test } from '@jest/globals';
import { createAccountLimits } from '../../../../infra/local/gateway/account-limits.ts';
import type { Account } from '../../../../lib/accounts/account-record.ts';

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
