import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import {
  parseAccountId,
  parseCode,
  parseExpiry,
  parseKeyId,
  parseName,
  parseOverlap,
  parsePast,
  parsePattern,
  parseRequestId,
  parseSince,
  parseStatus,
  parseSuffix,
  parseTarget,
  parseWebhookId,
} from '../../../../infra/operator/terminal/arguments.ts';
import { UsageError } from '../../../../infra/operator/terminal/errors.ts';

beforeAll(() => void jest.useFakeTimers({ now: new Date('2026-11-21T10:20:30.000Z') }));
afterAll(() => void jest.useRealTimers());

const SECRET = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3t000000';
const PARSERS = {
  expiry: (text: string) => parseExpiry(text).toISOString(),
  overlap: parseOverlap,
  since: parseSince,
  past: (text: string) => parsePast(text).toISOString(),
  account: parseAccountId,
  key: parseKeyId,
  name: parseName,
  request: parseRequestId,
  target: (text: string) => parseTarget(text).href,
  suffix: parseSuffix,
  webhook: parseWebhookId,
  code: parseCode,
  status: parseStatus,
  pattern: parsePattern,
};

test.each<[keyof typeof PARSERS, string, string | number]>([
  ['expiry', '30m', '2026-11-21T10:50:30.000Z'],
  ['expiry', '24h', '2026-11-22T10:20:30.000Z'],
  ['expiry', '90d', '2027-02-19T10:20:30.000Z'],
  ['expiry', '2w', '2026-12-05T10:20:30.000Z'],
  ['expiry', '3650d', '2036-11-18T10:20:30.000Z'],
  ['expiry', '2027-06-30', '2027-06-30T00:00:00.000Z'],
  ['expiry', '2027-06-30T12:00:00Z', '2027-06-30T12:00:00.000Z'],
  ['overlap', '0h', 0],
  ['overlap', '90m', 5_400_000],
  ['overlap', '1w', 604_800_000],
  ['since', '3h', 3 * 3_600_000],
  ['past', '90m', '2026-11-21T08:50:30.000Z'],
  ['past', '2026-11-20', '2026-11-20T00:00:00.000Z'],
  ['past', '2026-11-21T10:20:29Z', '2026-11-21T10:20:29.000Z'],
  ['account', 'acct_0123456789abcXYZ', 'acct_0123456789abcXYZ'],
  ['key', 'key_0123456789abcXYZ', 'key_0123456789abcXYZ'],
  ['request', 'c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-000000000001'],
  ['request', 'JJ+xmpl/YosFVYQ=', 'JJ+xmpl/YosFVYQ='],
  ['target', 'hooks.Shop.example:8443', 'https://hooks.shop.example:8443/'],
  ['target', 'http://hooks.shop.example/a?b', 'http://hooks.shop.example/a?b'],
  ['suffix', 'restored-2.1_a', 'restored-2.1_a'],
  ['webhook', 'whk_0123456789abcXYZ', 'whk_0123456789abcXYZ'],
  ['status', '429', '429'],
  ['status', '5xx', '5xx'],
  ['pattern', 'A|b/c', 'A|b\\/c'],
])('as %s %s is %p', (what, text, expected) => {
  expect(PARSERS[what](text)).toBe(expected);
});

test.each<[keyof typeof PARSERS, readonly string[], RegExp]>([
  ['expiry', ['0d', '2026-11-21', '2020-01-01T00:00:00Z'], /future/],
  ['expiry', ['3651d', '9999999w', '9999-12-31'], /ten years/],
  ['expiry', ['90', '-1d', '1y', 'tomorrow', '2027-02-31', '', SECRET], /90d/],
  ['overlap', ['', '24', '-1h', '1s', '4000d', '2027-06-30', SECRET], /./],
  ['since', ['0h', 'yesterday'], /3h/],
  ['past', ['0h', '2026-11-21T10:20:31Z', '3651d', 'yesterday', SECRET], /past.*90d/],
  ['account', [SECRET], /./],
  ['key', [SECRET], /./],
  ['webhook', [SECRET, 'key_0123456789abcXYZ'], /webhook list/],
  ['target', ['', 'a b', 'https://'], /shop\.example/],
  ['suffix', ['', 'a/b', 'a'.repeat(65)], /1 to 64/],
  ['name', [`${SECRET}\n`], /./],
  // What Node makes of bytes that are not UTF-8.
  ['name', ['a\ufffd'], /UTF-8/],
  ['code', ['', 'a"', SECRET], /storage_timeout/],
  ['status', ['', '5', '600', 'x00', SECRET], /5xx/],
  ['pattern', ['(', '[z-a]', `(${SECRET}`], /regular expression/],
  ['request', ['', 'a|.{9}', '.*.*.*.*', 'acct 123'], /X-Request-Id/],
])('as %s none of %j is taken, and no secret is repeated', (what, texts, message) => {
  for (const text of texts) {
    expect(() => PARSERS[what](text)).toThrow(UsageError);
    expect(() => PARSERS[what](text)).toThrow(message);
    expect(() => PARSERS[what](text)).not.toThrow(new RegExp(SECRET));
  }
});
