import type { MethodSetting } from './rest-api.ts';

/** Takes one request of a method from the stage's allowance; false when it is over the limit. */
export type Throttle = (httpMethod: string, resourcePath: string) => boolean;

interface Bucket {
  tokens: number;
  filledAt: number;
}

/**
 * The throttling of one stage: every method setting is a token bucket that holds its burst and fills at its rate, and a
 * request takes from the most specific one. `now` is in ms.
 * API Gateway Developer Guide, "Throttle requests to your REST APIs for better throughput in API Gateway".
 */
export function createThrottle(
  settings: readonly MethodSetting[],
  now: () => number = () => performance.now(),
): Throttle {
  const buckets = new Map<MethodSetting, Bucket>();
  return (httpMethod, resourcePath) => {
    const setting = settingFor(settings, httpMethod, resourcePath);
    if (setting?.rateLimit === undefined || setting.burstLimit === undefined) return true;
    const time = now();
    const bucket = buckets.get(setting) ?? { tokens: setting.burstLimit, filledAt: time };
    const gained = ((time - bucket.filledAt) / 1000) * setting.rateLimit;
    const tokens = Math.min(setting.burstLimit, bucket.tokens + gained);
    const allowed = tokens >= 1;
    buckets.set(setting, { tokens: allowed ? tokens - 1 : tokens, filledAt: time });
    return allowed;
  };
}

function settingFor(
  settings: readonly MethodSetting[],
  httpMethod: string,
  resourcePath: string,
): MethodSetting | undefined {
  const find = (path: string, method: string) =>
    settings.find((setting) => setting.resourcePath === path && setting.httpMethod === method);
  return (
    find(resourcePath, httpMethod) ??
    find(resourcePath, '*') ??
    find('/*', httpMethod) ??
    find('/*', '*')
  );
}
