import { describe, expect, test } from '@jest/globals';
import { keyState } from '../../../../lib/accounts/key-record.ts';
import { Label } from '../../../../lib/accounts/label.ts';

const now = new Date('2026-11-21T10:20:30.000Z');

test.each([
  ['active', {}],
  ['active', { expiresAt: '2026-11-21T10:20:30.001Z' }],
  ['expired', { expiresAt: '2026-11-21T10:20:30.000Z' }],
  ['expired', { expiresAt: 'no time at all' }],
  ['revoked', { revokedAt: '2026-11-21T10:20:29.000Z' }],
  ['revoked', { revokedAt: '2026-11-20T00:00:00.000Z', expiresAt: '2026-11-20T12:00:00.000Z' }],
])('a key is %s with %j', (state, key) => {
  expect(keyState(key, now)).toBe(state);
});

/** Characters that a terminal shows as a space, or not at all, and that are not white space to Unicode. */
const BLANK = [
  ...'\u034f\u115f\u1160\u17b4\u180b\u2800\u3164\uffa0\u{13441}\u{16fe4}\u{1d159}\u{e0100}',
];

describe('a name of an account or a key', () => {
  test.each([
    'a',
    'Tierheim Süd',
    '東京 🐕',
    '👩‍🌾 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'ශ්‍රී',
    'x'.repeat(128),
    '🐕'.repeat(128),
  ])('may be %j', (name) => {
    expect(Label.safeParse(name).success).toBe(true);
  });

  test.each([
    '',
    ' ',
    'x'.repeat(129),
    'a\nb',
    'a\tb',
    '\u001b[31mred',
    'a\u2028b',
    'evil\u202egpj',
    'a\u200eb',
    'a\u200bb',
    'a\ufeffb',
    '\ud800',
    ...BLANK.flatMap((blank) => [blank, `Shelter${blank}`]),
    'Shelter\u200d',
    'Shelter\ufe0f',
  ])('may not be %j', (name) => {
    expect(Label.safeParse(name).success).toBe(false);
  });
});
