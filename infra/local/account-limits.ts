import { setTimeout } from 'node:timers/promises';
import type { FindLimit } from 'local-aws';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { RequestLimit } from '../../lib/accounts/limit.ts';
import { usageKeyOf } from '../../lib/accounts/usage-key.ts';

/** How long limits are cached: an operator's command takes effect within this time. */
const CACHE_MS = 1000;

/** The longest that a request waits for storage. API Gateway does not ask storage at all. */
const TIMEOUT_MS = 200;

const ALL = 'all';

/**
 * Finds an account's limit by the value of its API key, as API Gateway does: the one in its record,
 * or else the usage plan's. An unknown key is looked up at once, as its account may be new. While
 * storage does not answer, the last known limits stay in force. `clock` is in ms.
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'list'>,
  planLimit: RequestLimit,
  clock: { now: () => number } = performance,
): FindLimit => {
  const kept = new LRUCache<typeof ALL, ReadonlyMap<string, RequestLimit>>({
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
