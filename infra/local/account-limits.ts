import { setTimeout } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { usageKeyOf } from '../../lib/accounts/usage-plan-key.ts';
import type { GatewayErrorType } from '../stacks/gateway-errors.ts';

/** How long limits are cached: an operator's command takes effect within this time. */
const CACHE_MS = 1000;

/** The longest that a request waits for storage. API Gateway does not ask storage at all. */
const TIMEOUT_MS = 200;

const ALL = 'all';

/** Takes one request from an account's bucket, or returns how it is refused. */
export type CountRequest = (usageKey: string) => Promise<GatewayErrorType | undefined>;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * Counts the requests of each account as a usage plan does, by token buckets: the account's limit in its record, or else the
 * stage's. A limit that changes counts from the next request on. An unknown key is looked up at once, as its account may be new.
 * While storage does not answer, the last known limits stay in force.
 * API Gateway Developer Guide, "Usage plans and API keys for REST APIs in API Gateway".
 * @param clock in ms
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'list'>,
  stageLimit: RequestLimit,
  clock: { readonly now: () => number } = performance,
): CountRequest => {
  const kept = new LRUCache<typeof ALL, ReadonlyMap<string, RequestLimit>>({
    max: 1,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: clock,
    noDeleteOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: async () =>
      new Map(
        (await accounts.list()).map(({ accountId, requestLimit }) => [
          usageKeyOf(accountId),
          requestLimit ?? stageLimit,
        ]),
      ),
  });
  const before = () => kept.peek(ALL, { allowStale: true });
  const buckets = new Map<string, Bucket>();

  const findLimit = async (usageKey: string): Promise<RequestLimit | undefined> => {
    const fresh = kept.get(ALL)?.get(usageKey);
    if (fresh) return fresh;
    const forceRefresh = before()?.has(usageKey) === false;
    const fetched = kept.fetch(ALL, { forceRefresh }).catch(() => {});
    await Promise.race([fetched, setTimeout(TIMEOUT_MS, undefined, { ref: false })]);
    const limits = before();
    return limits ? limits.get(usageKey) : stageLimit;
  };

  return async (usageKey) => {
    const limit = await findLimit(usageKey);
    if (limit === undefined) return 'INVALID_API_KEY';
    const now = clock.now();
    const { tokens, filledAt } = buckets.get(usageKey) ?? { tokens: limit.burst, filledAt: now };
    const filled = Math.min(limit.burst, tokens + ((now - filledAt) / 1000) * limit.rate);
    const isAllowed = filled >= 1;
    buckets.set(usageKey, { tokens: isAllowed ? filled - 1 : filled, filledAt: now });
    return isAllowed ? undefined : 'THROTTLED';
  };
};
