import { describe, expect, test } from '@jest/globals';
import {
  parseAccountId,
  parseExpiry,
  parseKeyId,
  parseName,
  parseOverlap,
  parseRequestId,
  parseRequests,
  parseSince,
} from '../../../../infra/operator/arguments.ts';
import { UsageError } from '../../../../infra/operator/errors.ts';

const NOW = new Date('2026-11-21T10:20:30.000Z');

describe('an expiry', () => {
  test.each([
    ['30m', '2026-11-21T10:50:30.000Z'],
    ['24h', '2026-11-22T10:20:30.000Z'],
    ['90d', '2027-02-19T10:20:30.000Z'],
    ['2w', '2026-12-05T10:20:30.000Z'],
    ['3650d', '2036-11-18T10:20:30.000Z'],
    ['2027-06-30', '2027-06-30T00:00:00.000Z'],
    ['2027-06-30T12:00:00Z', '2027-06-30T12:00:00.000Z'],
  ])('of %s is %s', (text, expected) => {
    expect(parseExpiry(text, NOW).toISOString()).toBe(expected);
  });

  test.each([
    ['0d', /future/],
    ['2026-11-21', /future/],
    ['2020-01-01T00:00:00Z', /future/],
    ['3651d', /ten years/],
    ['9999999w', /ten years/],
    ['9999-12-31', /ten years/],
    ['90', /90d/],
    ['-1d', /90d/],
    ['1y', /90d/],
    ['tomorrow', /90d/],
    ['2027-02-31', /90d/],
    ['', /90d/],
  ])('of %j is refused', (text, message) => {
    expect(() => parseExpiry(text, NOW)).toThrow(UsageError);
    expect(() => parseExpiry(text, NOW)).toThrow(message);
  });
});

describe('an overlap', () => {
  test.each([
    ['0h', 0],
    ['90m', 5_400_000],
    ['1w', 604_800_000],
  ])('of %s is %d ms', (text, expected) => {
    expect(parseOverlap(text)).toBe(expected);
  });

  test.each(['', '24', '-1h', '1s', '4000d', '2027-06-30'])('of %j is refused', (text) => {
    expect(() => parseOverlap(text)).toThrow(UsageError);
  });
});

describe('a number of requests', () => {
  test.each([
    ['1', 1],
    ['250', 250],
  ])('of %s is %d', (text, expected) => {
    expect(parseRequests(text)).toBe(expected);
  });

  test.each(['0', '-1', '1.5', '1e3', '', '9999999', 'many'])('of %j is refused', (text) => {
    expect(() => parseRequests(text)).toThrow(UsageError);
  });
});

describe('what is typed in the wrong place', () => {
  const SECRET = 'S3cr3tS3cr3tS3cr3tS3cr3tS3cr3t000000';

  test.each([
    ['an account id', parseAccountId],
    ['a key id', parseKeyId],
    ['an expiry', parseExpiry],
    ['an overlap', parseOverlap],
    ['a name', (text: string) => parseName(`${text}\n`)],
  ])('as %s is never repeated', (_what, parse) => {
    expect(() => parse(SECRET)).toThrow(UsageError);
    expect(() => parse(SECRET)).not.toThrow(new RegExp(SECRET));
  });

  test('ids are taken as they are listed', () => {
    expect(parseAccountId('acct_0123456789abcXYZ')).toBe('acct_0123456789abcXYZ');
    expect(parseKeyId('key_0123456789abcXYZ')).toBe('key_0123456789abcXYZ');
  });
});

describe('the id of a request', () => {
  test.each(['c0ffee00-0000-4000-8000-000000000001', 'JJbxmplHYosFVYQ=', 'JJ+xmpl/YosFVYQ='])(
    'may be %s',
    (id) => {
      expect(parseRequestId(id)).toBe(id);
    },
  );

  test.each(['', 'a|.{9}', '.*.*.*.*', 'acct 123'])('may not be %j', (id) => {
    expect(() => parseRequestId(id)).toThrow(/X-Request-Id/);
  });
});

test('a search goes back by a length of time, not by none', () => {
  expect(parseSince('3h')).toBe(3 * 3_600_000);
  expect(() => parseSince('0h')).toThrow(/3h/);
  expect(() => parseSince('yesterday')).toThrow(UsageError);
});
