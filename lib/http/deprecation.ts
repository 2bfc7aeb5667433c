import type { Deprecation } from './contract.ts';

/**
 * The headers that tell of an operation's end: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and
 * `Link` to what replaces it and to where it is explained.
 * @param base the base address, or its path: what stands before the operation's path
 */
export const deprecationHeaders = (
  { since, sunset, successor, documentation }: Deprecation,
  base: string,
): Record<string, string> => ({
  Deprecation: `@${Math.floor(since.getTime() / 1000)}`,
  Sunset: sunset.toUTCString(),
  Link: `<${base}${successor}>; rel="successor-version", <${documentation}>; rel="deprecation"; type="text/html"`,
});
