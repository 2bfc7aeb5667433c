import { setTimeout } from 'node:timers/promises';
import type { FindLimit } from 'local-aws';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { Limit } from '../../lib/accounts/limit.ts';
import { usageKeyOf } from '../../lib/accounts/usage-key.ts';

/** Milliseconds that limits are kept: operators' commands take effect within it. */
const CACHE_MS = 1000;

/** Milliseconds that a request waits for storage, which API Gateway does not ask, at the most. */
const TIMEOUT_MS = 200;

const ALL = 'all';

/**
 * Finds what an account may send by the value of its API key, as API Gateway does: what its record says, or else the
 * usage plan. A key that is not known is looked for at once, as its account may be a new one. While storage does not
 * answer, limits are what they were before, and at first the usage plan's. `clock` is in ms.
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'list'>,
  planLimit: Limit,
  clock: { now: () => number } = performance,
): FindLimit => {
  const kept = new LRUCache<typeof ALL, ReadonlyMap<string, Limit>>({
    max: 1,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: clock,
    noDeleteOnFetchRejection: true,
    fetchMethod: async () =>
      new Map(
        (await accounts.list()).map(({ accountId, requestLimit }) => [
          usageKeyOf(accountId),
          requestLimit ?? planLimit,
        ]),
      ),
  });
  const before = () => kept.peek(ALL, { allowStale: true });

  return async (usageKey) => {
    const forceRefresh = before()?.has(usageKey) === false;
    const fetched = kept.fetch(ALL, { forceRefresh }).catch(() => {});
    await Promise.race([fetched, setTimeout(TIMEOUT_MS, undefined, { ref: false })]);
    const limits = before();
    return limits ? limits.get(usageKey) : planLimit;
  };
};
