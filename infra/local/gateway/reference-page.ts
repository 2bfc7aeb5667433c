import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import type { ApiName } from '../../../lib/http/contract.ts';
import type { GatewayRequest } from './read-request.ts';
import type { Running } from './reference-documents.ts';
import type { GatewayReply } from './replies.ts';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const own = join(import.meta.dirname, '../../openapi/reference/browser');

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
};

/** The page holds a key, so it is only for names of this machine (DNS rebinding). */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Answers requests for the reference of one API, at `/` of the API's own port; undefined for any other request. The origin is the
 * same, so a browser may send its requests though the service has no CORS.
 * @param running resolves once all APIs are served
 */
export const referencePage = async (
  { httpMethod, path, headers }: GatewayRequest,
  api: ApiName,
  running: Promise<Running>,
): Promise<GatewayReply | undefined> => {
  if (httpMethod !== 'GET' && httpMethod !== 'HEAD') return undefined;
  if (!LOCAL_HOST.test(headers['host']?.join() ?? '')) return undefined;
  const name = path === '/' ? 'index.html' : path.slice(1);
  const contentType = CONTENT_TYPES[extname(name)];
  const body = contentType && (await read(name, api, running));
  if (!body) return undefined;
  return { statusCode: 200, headers: { ...HEADERS, 'Content-Type': contentType }, body };
};

const read = async (name: string, api: ApiName, running: Promise<Running>) => {
  if (extname(name) === '.json') {
    // Imported late: most starts are for the service alone.
    const { referenceDocuments } = await import('./reference-documents.ts');
    const text = referenceDocuments(api, await running)[name];
    return text && Buffer.from(text);
  }
  if (name !== basename(name)) return undefined;
  const folder = name.startsWith('swagger-ui') ? swaggerUi : own;
  return readFile(join(folder, name)).catch(() => undefined);
};

/** Nothing from other origins, no inline script and no inline style. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
