import { expect, test } from '@jest/globals';
import { parseTargetUrl } from '../../../../lib/webhooks/target-url.ts';

/** The fault of a URL, or what the service would send to. */
const read = (text: string, allowsLoopback = false): string => {
  try {
    return parseTargetUrl(text, allowsLoopback).href;
  } catch (error) {
    expect(error).toMatchObject({ code: 'webhook_url_refused' });
    return error instanceof Error ? error.message : '';
  }
};

const NOT_AN_ADDRESS = 'url must have a host name, not an address.';
const PUBLIC = 'url must have a public host name.';
const WHOLE = 'url must have a whole host name, such as hooks.example.com.';

test.each([
  ['https://hooks.example.com/pets?from=store', 'https://hooks.example.com/pets?from=store'],
  ['https://hooks.example.com:443', 'https://hooks.example.com/'],
  ['HTTPS://Hooks.Example.COM/Pets', 'https://hooks.example.com/Pets'],
  ['  https:\\\\hooks.example.com\\a\n', 'https://hooks.example.com/a'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
  ['https://a_b.example/ü', 'https://a_b.example/%C3%BC'],
  ['https://127.0.0.1.example/', 'https://127.0.0.1.example/'],
  ['https://localhost.example/', 'https://localhost.example/'],
  ['https://10.example/', 'https://10.example/'],
])('sends to a public host: %s', (text, href) => {
  expect(read(text)).toBe(href);
});

const ADDRESSES = `
  127.0.0.1 127.1 127.0.0.1. 0x7f.1 0177.0.0.1 2130706433 0 169.254.169.254 1.1.1.1 １２７.０.０.１
  127。0。0。1 ①②⑦.⓪.⓪.① %31%32%37.0.0.1 [::] [::1] [::ffff:127.0.0.1] [fe80::1] [2606:4700:4700::1111]
`
  .trim()
  .split(/\s+/);

test.each(ADDRESSES)('refuses an address in any notation: %s', (host) => {
  expect(read(`https://${host}/`)).toBe(NOT_AN_ADDRESS);
});

test.each([
  // Numbers that are no address, which the URL parser refuses, and hosts that no parser reads.
  ['https://256.0.0.1/', 'url is not a valid URL.'],
  ['https://[fe80::1%25eth0]/', 'url is not a valid URL.'],
  ['https://', 'url is not a valid URL.'],
  ['https://a b.example/', 'url is not a valid URL.'],
  ['hooks.example.com', 'url is not a valid URL.'],
  ['', 'url is not a valid URL.'],
  // Names that are not public.
  ['https://localhost/', PUBLIC],
  ['https://LOCALHOST/', PUBLIC],
  ['https://ｌｏｃａｌｈｏｓｔ/', PUBLIC],
  ['https://a.localhost/', PUBLIC],
  ['https://printer.local/', PUBLIC],
  ['https://metadata.google.internal/computeMetadata', PUBLIC],
  ['https://intranet/', WHOLE],
  ['https://localhost./', WHOLE],
  ['https://hooks.example.com./', WHOLE],
  ['https://hooks..example.com/', WHOLE],
  ['https://.example/', WHOLE],
  ['https://-a.example/', WHOLE],
  ["https://a'b.example/", WHOLE],
  [`https://${'a'.repeat(64)}.example/`, WHOLE],
  [`https://${'a.'.repeat(130)}example/`, WHOLE],
  // The other rules.
  ['http://hooks.example.com/', 'url must begin with https://.'],
  ['javascript:alert(1)', 'url must begin with https://.'],
  ['https://hooks.example.com:8443/', 'url must have the port 443, which is the default.'],
  ['https://hooks.example.com:80/', 'url must have the port 443, which is the default.'],
  ['https://me@hooks.example.com/', 'url must not contain a user name or a password.'],
  ['https://:pass@hooks.example.com/', 'url must not contain a user name or a password.'],
  ['https://hooks.example.com#me@other.example/', 'url must not have a fragment.'],
])('refuses %s', (text, fault) => {
  expect(read(text)).toBe(fault);
});

test('counts the characters of a URL as it is sent, not as it was written', () => {
  const start = 'https://hooks.example.com/';
  const longest = start + 'a'.repeat(2048 - start.length);
  expect(read(longest)).toBe(longest);
  expect(read(`${longest}a`)).toBe('url must be at most 2048 characters long.');
  expect(read(start + 'ü'.repeat(1000))).toBe('url must be at most 2048 characters long.');
});

test.each([
  'http://localhost:4000/hook',
  'https://localhost/',
  'http://127.0.0.1:4000/',
  'http://2130706433/',
  'http://[::1]:4000/',
])('sends to this machine only where that is allowed: %s', (text) => {
  expect(read(text, true)).toMatch(/^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/);
  expect(read(text)).toMatch(/^url must/);
});

test.each([
  'http://hooks.example.com/',
  'http://10.0.0.1/',
  'http://127.0.0.2/',
  'http://[::2]:4000/',
  'ws://localhost/',
])('refuses everything else there too: %s', (text) => {
  expect(read(text, true)).toMatch(/^url must/);
});
