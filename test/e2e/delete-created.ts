import { afterAll } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { call } from '../support/client.ts';

/** Paths of operations that delete, and of those that create what they delete. */
const DELETABLE = operations
  .filter(({ method }) => method === 'DELETE')
  .map(({ path }) => path.replace(/(\/\{\w+\})$/, '($1)?').replace(/\{\w+\}/g, '[^/]+'))
  .map((pattern) => new RegExp(`${pattern}$`));

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

/** Requests under way at once. */
const CONCURRENCY = 16;

/** Sends this request for each, and expects one of these statuses. */
const each = async (
  urls: readonly string[],
  suffix: string,
  method: string,
  statuses: number[],
) => {
  const waiting = urls.values();
  const failed: string[] = [];
  const workOn = async () => {
    for (const url of waiting) {
      const { status, text } = await call(`${url}${suffix}`, { method });
      if (!statuses.includes(status)) failed.push(`${method} ${url}${suffix}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, workOn));
  if (failed.length > 0) throw new Error(`Something is left over:\n${failed.join('\n')}`);
};

// The stage must end as it began. Orders are first: an open one holds its pet. Resources that a
// test closed or deleted itself answer 409 or 404. What no operation deletes stays, as closed orders do.
afterAll(async () => {
  const createdBy = (takes: (pathname: string) => boolean) =>
    [...created].flatMap(([url, pathname]) => (takes(pathname) ? [url] : []));
  await each(createdBy(isOrder), '/cancel', 'POST', [200, 409]);
  const isDeletable = (pathname: string) => DELETABLE.some((pattern) => pattern.test(pathname));
  await each(createdBy(isDeletable), '', 'DELETE', [204, 404]);
}, 120_000);
