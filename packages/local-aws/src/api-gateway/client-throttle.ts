import type { GatewayResponseType } from './gateway-response-types.ts';
import { createTokenBuckets, type Limit } from './token-buckets.ts';

/** The limit of an API key; undefined if no usage plan has the key. */
export type FindLimit = (usageKey: string) => Promise<Limit | undefined>;

/** Takes one request from an API key's bucket, or returns why it is refused. */
export type ClientThrottle = (
  usageKey: string | undefined,
) => Promise<GatewayResponseType | undefined>;

/**
 * The throttling of usage plans: each API key has its own bucket, one for all APIs that share this throttle.
 * `now` is in ms.
 * API Gateway Developer Guide, "Usage plans and API keys for REST APIs in API Gateway".
 */
export const createClientThrottle = (findLimit: FindLimit, now?: () => number): ClientThrottle => {
  const withinLimit = createTokenBuckets<string>(now);
  return async (usageKey) => {
    const limit = usageKey === undefined ? undefined : await findLimit(usageKey);
    if (usageKey === undefined || limit === undefined) return 'INVALID_API_KEY';
    return withinLimit(usageKey, limit) ? undefined : 'THROTTLED';
  };
};
