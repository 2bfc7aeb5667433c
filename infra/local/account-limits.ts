import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { Limit } from '../../lib/accounts/limit.ts';
import { accountOf } from '../../lib/accounts/usage-key.ts';
import type { FindLimit } from './api-gateway/client-throttle.ts';
import { createResultCache } from './api-gateway/result-cache.ts';
import { withinTime } from './api-gateway/time-limit.ts';

/** Milliseconds that a limit is kept: operators' commands take effect within it. */
const KEPT = 1000;

/** Milliseconds that a request waits for storage, which API Gateway does not ask, at the most. */
const PATIENCE = 200;

/**
 * Finds what an account may send: what its record says, as operators' commands wrote it, or else the usage plan. While
 * storage does not answer it is what it was before, as API Gateway does not depend on storage. `now` is in
 * ms.
 */
export const createAccountLimits = (
  accounts: Pick<AccountStore, 'get'>,
  planLimit: Limit,
  now: () => number = () => performance.now(),
): FindLimit => {
  const kept = createResultCache<Promise<Found>>(KEPT, now);
  const last = new Map<string, Found>();

  const read = async (usageKey: string): Promise<Found> => {
    const account = await accounts.get(accountOf(usageKey));
    const found = { limit: account && (account.requestLimit ?? planLimit) };
    last.set(usageKey, found);
    return found;
  };

  const find = async (usageKey: string): Promise<Found> => {
    const found = await withinTime(read(usageKey), PATIENCE).catch(() => undefined);
    return found ?? last.get(usageKey) ?? { limit: planLimit };
  };

  return async (usageKey) => {
    const known = kept.get(usageKey);
    const finding = known ?? find(usageKey);
    if (known === undefined) kept.set(usageKey, finding);
    return (await finding).limit;
  };
};

/** What was read of an account; without a limit there is none of that id. */
interface Found {
  readonly limit: Limit | undefined;
}
