import { afterAll } from '@jest/globals';
import { call } from './client.ts';

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
// test closed or deleted itself answer 409 or 404.
afterAll(async () => {
  const isOrder = (url: string) => url.includes('/store/orders/');
  const urls = [...created];
  await each(urls.filter(isOrder), '/cancel', 'POST', [200, 409]);
  await each(
    urls.filter((url) => !isOrder(url)),
    '',
    'DELETE',
    [204, 404],
  );
}, 120_000);
