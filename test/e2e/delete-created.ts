import { afterAll } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { inParallel } from '../../infra/operator/stage/in-parallel.ts';
import { call } from '../support/client.ts';

/** Paths of operations that delete, and of those that create what they delete. */
const DELETABLE = operations
  .filter(({ method }) => method === 'DELETE')
  .map(({ path }) => path.replace(/(\/\{\w+\})$/, '($1)?').replace(/\{\w+\}/g, '[^/]+'))
  .map((pattern) => new RegExp(`${pattern}$`));

const isDeletable = (pathname: string): boolean =>
  DELETABLE.some((pattern) => pattern.test(pathname));

const isOrder = (pathname: string): boolean => pathname.endsWith('/store/orders');

/**
 * The addresses of everything that a test file created, with the paths of the requests that did. Its calls,
 * clients and relays all use this `fetch`.
 */
const created = new Map<string, string>();
const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const response = await fetch(...request);
  // Without a Location it is the request's address (RFC 9110, section 15.3.2).
  const location = response.headers.get('Location') ?? '';
  if (response.status === 201) {
    created.set(new URL(location, response.url).href, new URL(response.url).pathname);
  }
  return response;
};

/** Sends this request for each that was created so, and expects one of these statuses. */
const each = async (
  isSo: (pathname: string) => boolean,
  suffix: string,
  method: string,
  statuses: number[],
) => {
  const failed: string[] = [];
  await inParallel(created, async ([url, pathname]) => {
    if (!isSo(pathname)) return;
    const { status, text } = await call(`${url}${suffix}`, { method });
    if (!statuses.includes(status)) failed.push(`${method} ${url}${suffix}: ${status} ${text}`);
  });
  if (failed.length > 0) throw new Error(`Something is left over:\n${failed.join('\n')}`);
};

// The stage must end as it began. Orders are first: an open one holds its pet. Resources that a
// test closed or deleted itself answer 409 or 404. What no operation deletes stays, as closed orders do.
afterAll(async () => {
  await each(isOrder, '/cancel', 'POST', [200, 409]);
  await each(isDeletable, '', 'DELETE', [204, 404]);
}, 120_000);
