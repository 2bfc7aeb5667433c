import { DEPRECATION_PAGE_ENV, requireEnv } from '../env.ts';
import type { Deprecation } from './contract.ts';

/**
 * Makes the headers that announce an operation's end, for any base address: `Deprecation` (RFC 9745),
 * `Sunset` (RFC 8594) and `Link` to what replaces it and to where it is explained.
 * @throws Error if the function was deployed without that page's address
 */
export const buildDeprecationHeaders = ({ since, sunset, successor }: Deprecation) => {
  const page = requireEnv(DEPRECATION_PAGE_ENV);
  return (base: string): Record<string, string> => ({
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
    Link: `<${base}${successor}>; rel="successor-version", <${page}>; rel="deprecation"; type="text/html"`,
  });
};
