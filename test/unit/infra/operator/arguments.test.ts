import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import * as parsers from '../../../../infra/operator/terminal/arguments.ts';
import { UsageError } from '../../../../infra/operator/terminal/errors.ts';

beforeAll(() => void jest.useFakeTimers({ now: new Date('2026-11-21T10:20:30.000Z') }));
afterAll(() => void jest.useRealTimers());

const REQUEST_ID = 'c0ffee00-0000-4000-8000-000000000001';
const SECRET = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3t000000';

const PARSERS = { ...parsers };

/** What a parser gives, where a date or a URL is a string. */
const parse = (parser: keyof typeof PARSERS, text: string) =>
  JSON.parse(JSON.stringify(PARSERS[parser](text)));

test.each<[keyof typeof PARSERS, string, string | number]>([
  ['parseExpiry', '30m', '2026-11-21T10:50:30.000Z'],
  ['parseExpiry', '24h', '2026-11-22T10:20:30.000Z'],
  ['parseExpiry', '90d', '2027-02-19T10:20:30.000Z'],
  ['parseExpiry', '2w', '2026-12-05T10:20:30.000Z'],
  ['parseExpiry', '3650d', '2036-11-18T10:20:30.000Z'],
  ['parseExpiry', '2027-06-30', '2027-06-30T00:00:00.000Z'],
  ['parseExpiry', '2027-06-30T12:00:00Z', '2027-06-30T12:00:00.000Z'],
  ['parseOverlap', '0h', 0],
  ['parseOverlap', '90m', 5_400_000],
  ['parseOverlap', '1w', 604_800_000],
  ['parseSince', '3h', 3 * 3_600_000],
  ['parsePast', '90m', '2026-11-21T08:50:30.000Z'],
  ['parsePast', '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['parsePast', '2026-11-21T10:20:29Z', '2026-11-21T10:20:29.000Z'],
  ['parseAccountId', 'acct_0123456789abcXYZ', 'acct_0123456789abcXYZ'],
  ['parseKeyId', 'key_0123456789abcXYZ', 'key_0123456789abcXYZ'],
  ['parseRequestId', REQUEST_ID, REQUEST_ID],
  ['parseRequestId', 'JJ+xmpl/YosFVYQ=', 'JJ+xmpl/YosFVYQ='],
  ['parseTarget', 'hooks.Shop.example:8443', 'https://hooks.shop.example:8443/'],
  ['parseTarget', 'http://hooks.shop.example/a?b', 'http://hooks.shop.example/a?b'],
  ['parseSuffix', 'restored-2.1_a', 'restored-2.1_a'],
  ['parseWebhookId', 'whk_0123456789abcXYZ', 'whk_0123456789abcXYZ'],
  ['parseStatus', '429', '429'],
  ['parseStatus', '5xx', '5xx'],
  ['parsePattern', 'A|b/c', 'A|b\\/c'],
])('%s: %s is %p', (what, text, expected) => {
  expect(parse(what, text)).toBe(expected);
});

test.each<[keyof typeof PARSERS, readonly string[], RegExp]>([
  ['parseExpiry', ['0d', '2026-11-21', '2020-01-01T00:00:00Z'], /future/],
  ['parseExpiry', ['3651d', '9999999w', '9999-12-31'], /ten years/],
  ['parseExpiry', ['90', '-1d', '1y', 'tomorrow', '2027-02-31', '', SECRET], /90d/],
  ['parseOverlap', ['', '24', '-1h', '1s', '4000d', '2027-06-30', SECRET], /./],
  ['parseSince', ['0h', 'yesterday'], /3h/],
  ['parsePast', ['0h', '2026-11-21T10:20:31Z', '3651d', 'yesterday', SECRET], /past.*90d/],
  ['parseAccountId', [SECRET], /./],
  ['parseKeyId', [SECRET], /./],
  ['parseWebhookId', [SECRET, 'key_0123456789abcXYZ'], /webhook list/],
  ['parseTarget', ['', 'a b', 'https://'], /shop\.example/],
  ['parseSuffix', ['', 'a/b', 'a'.repeat(65)], /1 to 64/],
  ['parseName', [`${SECRET}\n`], /./],
  // What Node makes of bytes that are not UTF-8.
  ['parseName', ['a\ufffd'], /UTF-8/],
  ['parseCode', ['', 'a"', SECRET], /storage_timeout/],
  ['parseStatus', ['', '5', '600', 'x00', SECRET], /5xx/],
  ['parsePattern', ['(', '[z-a]', `(${SECRET}`], /regular expression/],
  ['parseRequestId', ['', 'a|.{9}', '.*.*.*.*', 'acct 123'], /X-Request-Id/],
])('%s: none of %j is taken, and no secret is repeated', (what, texts, message) => {
  for (const text of texts) {
    expect(() => parse(what, text)).toThrow(UsageError);
    expect(() => parse(what, text)).toThrow(message);
    expect(() => parse(what, text)).not.toThrow(new RegExp(SECRET));
  }
});
