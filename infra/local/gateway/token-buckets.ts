import type { RequestLimit } from '../../../lib/accounts/plan.ts';

/** Takes a token of the bucket with a name. @returns whether there was one */
export type TakeToken = (name: string, limit: RequestLimit) => boolean;

/**
 * Makes token buckets, each full at first, as API Gateway counts requests: Developer Guide, "Throttle requests to your REST APIs
 * for better throughput in API Gateway".
 * @param clock in ms
 */
export const createTokenBuckets = (clock: { readonly now: () => number }): TakeToken => {
  const buckets = new Map<string, { readonly tokens: number; readonly filledAt: number }>();
  return (name, { rate, burst }) => {
    const now = clock.now();
    const { tokens, filledAt } = buckets.get(name) ?? { tokens: burst, filledAt: now };
    const filled = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate);
    const isTaken = filled >= 1;
    buckets.set(name, { tokens: isTaken ? filled - 1 : filled, filledAt: now });
    return isTaken;
  };
};
