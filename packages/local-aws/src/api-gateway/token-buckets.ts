/** A limit: requests a second, and at once. */
export interface Limit {
  readonly rate: number;
  readonly burst: number;
}

/** Takes one request from a holder's bucket; false if the bucket is empty. */
export type TokenBuckets<Holder> = (holder: Holder, limit: Limit) => boolean;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * A token bucket for each holder, which holds the limit's burst and fills at its rate. A limit that
 * changes counts from the next request on. `now` is in ms.
 * API Gateway Developer Guide, "Throttle requests to your REST APIs for better throughput in API Gateway".
 */
export const createTokenBuckets = <Holder>(
  now: () => number = () => performance.now(),
): TokenBuckets<Holder> => {
  const buckets = new Map<Holder, Bucket>();
  return (holder, { rate, burst }) => {
    const time = now();
    const bucket = buckets.get(holder) ?? { tokens: burst, filledAt: time };
    const gained = ((time - bucket.filledAt) / 1000) * rate;
    const tokens = Math.min(burst, bucket.tokens + gained);
    const allowed = tokens >= 1;
    buckets.set(holder, { tokens: allowed ? tokens - 1 : tokens, filledAt: time });
    return allowed;
  };
};
