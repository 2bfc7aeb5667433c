import { afterAll } from '@jest/globals';
import { inParallel } from '../../infra/operator/stage/in-parallel.ts';
import { call } from '../support/client.ts';

/** The addresses of everything that a test file created. Its calls, clients and relays all use this `fetch`. */
const created = new Set<string>();
const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const response = await fetch(...request);
  // Without a Location it is the request's address (RFC 9110, section 15.3.2).
  const location = response.headers.get('Location') ?? '';
  if (response.status === 201) created.add(new URL(location, response.url).href);
  return response;
};

/** Sends a request to each of these addresses, and expects one of these statuses. */
const toEach = async (method: string, urls: Iterable<string>, statuses: number[]) => {
  const failed: string[] = [];
  await inParallel(urls, async (url) => {
    const { status, text } = await call(url, { method });
    if (!statuses.includes(status)) failed.push(`${method} ${url}: ${status} ${text}`);
  });
  if (failed.length > 0) throw new Error(`Something is left over:\n${failed.join('\n')}`);
};

// The stage must end as it began. Orders are first: an open one holds its pet. Resources that a
// test closed or deleted itself answer 409 or 404. What no operation deletes stays, as closed orders do: 405.
afterAll(async () => {
  const orders = [...created].filter((url) => url.includes('/store/orders/'));
  const cancels = orders.map((url) => `${url}/cancel`);
  await toEach('POST', cancels, [200, 409]);
  await toEach('DELETE', created, [204, 404, 405]);
}, 120_000);
