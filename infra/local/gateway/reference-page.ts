import type { ApiName } from '../../../lib/http/contract.ts';
import { contentSecurityPolicy } from '../../openapi/reference/page.ts';
import type { Site } from '../../openapi/reference/site.ts';
import type { Running } from './local-site.ts';
import { type GatewayReply, type GatewayRequest, headerValue } from './message.ts';

/** Answers requests for pages; undefined for any other request. */
export type ReferencePage = (request: GatewayRequest) => Promise<GatewayReply | undefined>;

/**
 * Serves the reference of one API at `/` of the API's own port. The origin is the same, so a
 * browser may send its requests though the service has no CORS.
 * @param running resolves once all APIs are served
 */
export const createReferencePage = (api: ApiName, running: Promise<Running>): ReferencePage => {
  let site: Promise<Site> | undefined;
  return async ({ httpMethod, path, headers }) => {
    if (httpMethod !== 'GET' && httpMethod !== 'HEAD') return undefined;
    if (!isLocalHost(headerValue(headers, 'Host') ?? '')) return undefined;
    // Imported late: most starts are for the service alone.
    site ??= import('./local-site.ts').then(async ({ localSite }) => localSite(api, await running));
    const file = (await site).get(path === '/' ? 'index.html' : path.slice(1));
    if (file === undefined) return undefined;
    return { statusCode: 200, headers: headersOf(file.contentType), body: file.body };
  };
};

/** The page holds a key, so it is only for names of this machine (DNS rebinding). */
const isLocalHost = (host: string): boolean =>
  /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);

const headersOf = (contentType: string): GatewayReply['headers'] => [
  ['Content-Type', contentType],
  ['Content-Security-Policy', `${contentSecurityPolicy}; frame-ancestors 'none'`],
  ['Cache-Control', 'no-store'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
];
