import type { Deprecation } from './contract.ts';

/**
 * Makes the headers that announce an operation's end, for any base address: `Deprecation` (RFC 9745),
 * `Sunset` (RFC 8594) and `Link` to what replaces it and to where it is explained.
 * @param page the URL of that explanation
 */
export const buildDeprecationHeaders = (
  { since, sunset, successor }: Deprecation,
  page: string,
) => {
  const dates = {
    Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
    Sunset: sunset.toUTCString(),
  };
  const path = successor.replace(/\?.*/, '');
  return (base: string): Record<string, string> => ({
    ...dates,
    Link: `<${base}${path}>; rel="successor-version", <${page}>; rel="deprecation"; type="text/html"`,
  });
};
