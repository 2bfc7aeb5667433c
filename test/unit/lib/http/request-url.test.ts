import { expect, test } from '@jest/globals';
import { basePath, baseUrl, requestUrl } from '../../../../lib/http/request-url.ts';
import { proxyEvent } from '../../../support/events.ts';

test.each([
  ['https', '/orders/7/cancel', '/v1', 'https'],
  ['http', '/orders/7/cancel', '/v1', 'http'],
  ['ftp', '/orders/7/cancel', '/v1', 'https'],
  ['https', '/orders/7/cancel', '', 'https'],
  // A slash at the end is left out.
  ['https', '/orders/7/cancel/', '/v1', 'https'],
])('a request over %s for %s below "%s" has an address that begins with %s', (...row) => {
  const [proto, path, prefix, scheme] = row;
  const headers = { 'X-Forwarded-Proto': proto };
  const event = proxyEvent({ resource: '/orders/{orderId}/cancel', path, prefix, headers });
  const base = `${scheme}://api.example.com${prefix}`;
  const addresses = [basePath(event), baseUrl(event), requestUrl(event)];
  expect(addresses).toEqual([prefix, base, `${base}/orders/7/cancel`]);
});
