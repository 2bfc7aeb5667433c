import type { MethodSetting } from './rest-api.ts';
import { createTokenBuckets } from './token-buckets.ts';

/** Takes one request from the bucket of its method; false if the bucket is empty. */
export type Throttle = (httpMethod: string, resourcePath: string) => boolean;

/**
 * The throttling of one stage. Each declared method has its own bucket, and the most specific
 * setting gives its size. `/*` and `*` set the same numbers for many methods, but not a shared
 * bucket: "limits are applied at the API method level".
 * The limit of an AWS account and region is not emulated: it is far beyond this machine. `now` is
 * in ms. API Gateway Developer Guide, "Throttle requests to your REST APIs for better throughput in
 * API Gateway".
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
