import { afterAll } from '@jest/globals';
import { call } from './client.ts';

/** The addresses of what a test file created: over this `fetch` go its calls, its clients and its relays. */
const created = new Set<string>();
const { fetch } = globalThis;
globalThis.fetch = async (...request) => {
  const response = await fetch(...request);
  // Without a Location it is the address that was asked (RFC 9110, section 15.3.2).
  const location = response.headers.get('Location') ?? '';
  if (response.status === 201) created.add(new URL(location, response.url).href);
  return response;
};

/** Requests under way at once. */
const CONCURRENCY = 16;

/** Asks this of each, and holds that it is answered with one of these statuses. */
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

// A stage is to be as it was before. Orders first: an open one holds its pet. What a test closed or
// deleted itself is 409 or 404.
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
