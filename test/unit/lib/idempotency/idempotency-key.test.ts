import { describe, expect, test } from '@jest/globals';
import { IdempotencyKey } from '../../../../lib/idempotency/idempotency-key.ts';

describe('an idempotency key', () => {
  test.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['x', 'x'],
    ['"x"', 'x'],
    ['a"b\\', 'a"b\\'],
    ['"a\\"b\\\\"', 'a"b\\'],
    ['!~', '!~'],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ])('sent as %s is %s', (sent, key) => {
    expect(IdempotencyKey.parse(sent)).toBe(key);
  });

  const QUOTES = ['""', '"', '"open', '"closed" too early"', '"a\\b"'];
  const OTHER_CHARACTERS = ['with space', '"with space"', 'tab\t', 'line\n', 'ümlaut', '\u007f'];
  const LENGTHS = ['', 'k'.repeat(256), `"${'k'.repeat(256)}"`];
  test.each([...QUOTES, ...OTHER_CHARACTERS, ...LENGTHS, ['given', 'twice']])(
    'is never %j',
    (sent) => {
      const { success, error } = IdempotencyKey.safeParse(sent);
      expect(success).toBe(false);
      expect(error?.issues.map(({ message }) => message)).toEqual([
        expect.stringMatching(/^Idempotency-Key must be 1 to 255 visible ASCII characters/),
      ]);
    },
  );
});
