import { expect, test } from '@jest/globals';
import { INT64_MAX, INT64_MIN, int64, parseInt64 } from '../../../lib/values/int64.ts';

test.each(['0', '7', '-1', '9223372036854775807', '-9223372036854775808'])('reads %s', (text) => {
  expect(parseInt64(text)).toBe(BigInt(text));
});

const OTHERS = '+1 01 -0 1.0 1e1 0x10 9223372036854775808 -9223372036854775809 abc'.split(' ');

test.each(['', ' 1', '1 ', ...OTHERS])('does not take "%s" for the text of an int64', (text) => {
  expect(parseInt64(text)).toBeUndefined();
});

test('the schema takes both ends of the range and nothing beyond them', () => {
  expect(int64.safeParse(INT64_MAX).success).toBe(true);
  expect(int64.safeParse(INT64_MIN).success).toBe(true);
  expect(int64.safeParse(INT64_MAX + 1n).success).toBe(false);
  expect(int64.safeParse(INT64_MIN - 1n).success).toBe(false);
  expect(int64.safeParse(7).success).toBe(false);
});
