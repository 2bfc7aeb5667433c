import type { MethodSetting } from './rest-api.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Takes one request from the bucket of its method; false when it is over the limit. */
export type Throttle = (httpMethod: string, resourcePath: string) => boolean;

/**
 * The throttling of one stage: each method, as it is declared, has its own bucket, and the most specific setting says
 * how large it is. `/*` and `*` are the same numbers for many methods, not one bucket for all of them: "limits are
 * applied at the API method level". What AWS counts over all methods, the limit of an AWS account and region, is far
 * beyond this machine.
 * `now` is in ms.
 * API Gateway Developer Guide, "Throttle requests to your REST APIs for better throughput in API Gateway".
 */
export const createThrottle = (
  settings: readonly MethodSetting[],
  now?: () => number,
): Throttle => {
  const withinLimit = createTokenBuckets<string>(now);
  return (httpMethod, resourcePath) => {
    const setting = settingFor(settings, httpMethod, resourcePath);
    if (setting?.rateLimit === undefined || setting.burstLimit === undefined) return true;
    const { rateLimit: rate, burstLimit: burst } = setting;
    return withinLimit(`${httpMethod} ${resourcePath}`, { rate, burst });
  };
};

const settingFor = (
  settings: readonly MethodSetting[],
  httpMethod: string,
  resourcePath: string,
): MethodSetting | undefined => {
  const find = (path: string, method: string) =>
    settings.find((setting) => setting.resourcePath === path && setting.httpMethod === method);
  return (
    find(resourcePath, httpMethod) ??
    find(resourcePath, '*') ??
    find('/*', httpMethod) ??
    find('/*', '*')
  );
};
