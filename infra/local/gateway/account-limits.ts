import { LRUCache } from 'lru-cache';
import { planOf } from '../../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../../lib/accounts/account-store.ts';
import type { RequestLimit } from '../../../lib/accounts/plan.ts';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';
import type { PlanLimit, StageLimits } from '../../stacks/stages.ts';

/** How long a limit is cached: an operator's command takes effect within this time. */
const CACHE_MS = 1000;

/** The longest that a request waits for storage. API Gateway does not ask storage at all. */
const TIMEOUT_MS = 200;

/** Takes one request from an account's bucket, and one from that of its operation if it has one, or returns how it is refused. */
export type CountRequest = ReturnType<typeof createAccountLimits>;

/**
 * Counts the requests of each account as a usage plan does, by token buckets: those of the plan in its record. A plan that
 * changes counts from the next request on. While storage does not answer, the last known plan stays in force.
 * API Gateway Developer Guide, "Usage plans and API keys for REST APIs in API Gateway".
 * @param clock in ms
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'get'>,
  plans: StageLimits['plans'],
  clock: { readonly now: () => number } = performance,
) => {
  const limits = new LRUCache<string, GatewayErrorType | PlanLimit>({
    max: 10_000,
    ttl: CACHE_MS,
    ttlResolution: 0,
    perf: clock,
    allowStaleOnFetchRejection: true,
    fetchMethod: async (accountId) => {
      const account = await accounts.get(accountId);
      return account ? plans[planOf(account)] : 'INVALID_API_KEY';
    },
  });
  const buckets = new Map<string, { readonly tokens: number; readonly filledAt: number }>();
  /** Takes a token of the bucket with a name, which is full at first. Returns whether it had one. */
  const takeToken = (name: string, { rate, burst }: RequestLimit): boolean => {
    const now = clock.now();
    const { tokens, filledAt } = buckets.get(name) ?? { tokens: burst, filledAt: now };
    const filled = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    const isTaken = filled >= 1;
    buckets.set(name, { tokens: isTaken ? filled - 1 : filled, filledAt: now });
    return isTaken;
  };

  return async (accountId: string, operationId?: string): Promise<GatewayErrorType | undefined> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const limit = (await limits.fetch(accountId, { signal })) ?? plans.standard;
    if (typeof limit === 'string') return limit;
    const own = operationId === undefined ? undefined : limit.operations[operationId];
    const isAllowed =
      takeToken(accountId, limit) && (!own || takeToken(`${accountId} ${operationId}`, own));
    return isAllowed ? undefined : 'THROTTLED';
  };
};
