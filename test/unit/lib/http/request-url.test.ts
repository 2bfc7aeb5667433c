import { expect, test } from '@jest/globals';
import { basePath, baseUrl, requestUrl } from '../../../../lib/http/request-url.ts';
import { proxyEvent } from '../../../support/events.ts';

const event = (proto: string, path: string, prefix = '/v1') =>
  proxyEvent({
    resource: '/store/orders/{orderId}/cancel',
    path,
    prefix,
    headers: { 'X-Forwarded-Proto': proto },
  });

test.each([
  ['https', 'https', '/v1'],
  ['http', 'http', '/v1'],
  ['ftp', 'https', '/v1'],
  ['https', 'https', ''],
])('a request over %s has an address that begins with %s, below "%s"', (proto, scheme, prefix) => {
  const request = event(proto, '/store/orders/7/cancel', prefix);
  const base = `${scheme}://api.example.com${prefix}`;
  expect(basePath(request)).toBe(prefix);
  expect(requestUrl(request)).toBe(`${base}/store/orders/7/cancel`);
  expect(baseUrl(request)).toBe(base);
});

test('a slash at the end is left out', () => {
  const request = event('https', '/store/orders/7/cancel/');
  expect(requestUrl(request)).toBe('https://api.example.com/v1/store/orders/7/cancel');
  expect(basePath(request)).toBe('/v1');
});
