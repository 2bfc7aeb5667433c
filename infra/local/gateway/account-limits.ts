import { planOf } from '../../../lib/accounts/account-record.ts';
import type { AccountStore } from '../../../lib/accounts/account-store.ts';
import { usageKeyOf } from '../../../lib/accounts/usage-plan-key.ts';
import { withinTime } from '../../command-line/time-limit.ts';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';
import type { PlanLimit, StageLimits } from '../../stacks/stages.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** How long limits are cached: an operator's command takes effect within this time. */
const CACHE_MS = 1000;

/** The longest that a request waits for storage. API Gateway does not ask storage at all. */
const TIMEOUT_MS = 200;

/** Takes one request from an account's bucket, and one from that of its operation if it has one, or returns how it is refused. */
export type CountRequest = (
  usageKey: string,
  operationId?: string,
) => Promise<GatewayErrorType | undefined>;

/**
 * Counts the requests of each account as a usage plan does, by token buckets: those of the plan in its record. A plan that
 * changes counts from the next request on. An unknown key is looked up at once, as its account may be new. While storage does
 * not answer, the last known plans stay in force.
 * API Gateway Developer Guide, "Usage plans and API keys for REST APIs in API Gateway".
 * @param clock in ms
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'list'>,
  plans: StageLimits['plans'],
  clock: { readonly now: () => number } = performance,
): CountRequest => {
  let limits: ReadonlyMap<string, PlanLimit> | undefined;
  let readAt = 0;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    try {
      const list = await accounts.list();
      limits = new Map(list.map((each) => [usageKeyOf(each.accountId), plans[planOf(each)]]));
      readAt = clock.now();
    } catch {
      // The last known limits stay.
    } finally {
      reading = undefined;
    }
  };
  const takeToken = createTokenBuckets(clock);

  return async (usageKey, operationId) => {
    if (!limits?.has(usageKey) || clock.now() > readAt + CACHE_MS) {
      reading ??= read();
      await withinTime(reading, TIMEOUT_MS);
    }
    const limit = limits ? limits.get(usageKey) : plans.standard;
    if (limit === undefined) return 'INVALID_API_KEY';
    const own = operationId === undefined ? undefined : limit.operations[operationId];
    const isAllowed =
      takeToken(usageKey, limit) && (!own || takeToken(`${usageKey} ${operationId}`, own));
    return isAllowed ? undefined : 'THROTTLED';
  };
};
