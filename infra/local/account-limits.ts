import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { Limit } from '../../lib/accounts/limit.ts';
import { accountOf } from '../../lib/accounts/usage-key.ts';
import type { FindLimit } from './api-gateway/client-throttle.ts';
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
  const all = new Map<string, Known>();

  const read = async (usageKey: string, known: Known): Promise<void> => {
    const account = await accounts.get(accountOf(usageKey));
    known.limit = account && (account.requestLimit ?? planLimit);
  };

  return async (usageKey) => {
    const known = all.get(usageKey) ?? {
      limit: planLimit,
      until: now(),
      reading: Promise.resolve(),
    };
    all.set(usageKey, known);
    if (known.until <= now()) {
      known.until = now() + KEPT;
      known.reading = withinTime(read(usageKey, known), PATIENCE).catch(() => {});
    }
    await known.reading;
    return known.limit;
  };
};

/** The limit as it was read last, be it too late for who asked; undefined if there is no such account. */
interface Known {
  limit: Limit | undefined;
  until: number;
  reading: Promise<void>;
}
