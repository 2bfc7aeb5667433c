import type { MethodSetting } from './rest-api.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Takes one request of a method from the stage's allowance; false when it is over the limit. */
export type Throttle = (httpMethod: string, resourcePath: string) => boolean;

/**
 * The throttling of one stage: a request takes from the bucket of the most specific method setting.
 * `now` is in ms.
 */
export function createThrottle(settings: readonly MethodSetting[], now?: () => number): Throttle {
  const withinLimit = createTokenBuckets<MethodSetting>(now);
  return (httpMethod, resourcePath) => {
    const setting = settingFor(settings, httpMethod, resourcePath);
    if (setting?.rateLimit === undefined || setting.burstLimit === undefined) return true;
    return withinLimit(setting, { rate: setting.rateLimit, burst: setting.burstLimit });
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
