import { describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { generateApiKey } from '../../../../lib/accounts/api-key.ts';
import { keyState, lastUse, storedKey } from '../../../../lib/accounts/key-record.ts';
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

test.each([
  ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T11:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  [undefined, undefined],
])('a last use at %s is shown at 10:20 as %s', (lastUsedAt, shown) => {
  expect(lastUse({ ...(lastUsedAt && { lastUsedAt }) }, new Date('2026-11-21T10:20:30.000Z'))).toBe(
    shown,
  );
});

test.each([
  ['key_1', '2026-11-21T10:20:30.001Z', 1_795_256_431 + 30 * 86_400],
  ['key_1', undefined, undefined],
  ['ann', '2026-11-21T10:20:30.001Z', undefined],
])(
  'the record of a key that %s lets end at %s is deleted at %s',
  (createdBy, expiresAt, second) => {
    const [keyHash, keyId, accountId, lastFour] = ['h', 'key_2', 'acct_1', 'abcd'];
    const key = { keyHash, keyId, accountId, lastFour, name: 'k', scope: 'full' } as const;
    const createdAt = '2026-11-20T00:00:00.000Z';
    const stored = storedKey({ ...key, createdAt, createdBy, ...(expiresAt && { expiresAt }) });
    expect(stored.deleteAt).toBe(second);
  },
);

/** Characters that a terminal shows as a space, or not at all, and that are not white space to Unicode. */
const BLANK = [
  ...'\u034f\u115f\u1160\u17b4\u180b\u2800\u3164\uffa0\u{13441}\u{16fe4}\u{1d159}\u{e0100}',
];

describe('a name of an account or a key', () => {
  const PATTERN = new RegExp(z.globalRegistry.get(Label)?.['pattern'] as string, 'u');

  test.each([
    'a',
    'Tierheim Süd',
    // A mistyped key opens nothing, and people write about them.
    `pet_test_${'x'.repeat(36)}`,
    '東京 🐕',
    '👩‍🌾 ❤️ 1️⃣ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
    'ශ්‍රී',
    'x'.repeat(128),
    '🐕'.repeat(128),
  ])('may be %j', (name) => {
    expect(Label.safeParse(name).success).toBe(true);
    expect(name).toMatch(PATTERN);
  });

  const LENGTHS = ['', ' ', 'x'.repeat(129)];
  const CONTROLS = ['a\nb', 'a\tb', '\u001b[31mred', 'a\u2028b', 'evil\u202egpj', 'a\u200eb'];
  const UNSEEN = ['a\u200bb', 'a\ufeffb', '\ud800', 'Shelter\u200d', 'Shelter\ufe0f'];
  const BLANKS = BLANK.flatMap((blank) => [blank, `Shelter${blank}`]);
  const KEYS = [generateApiKey('pet_test_'), `old: ${generateApiKey('pet_live_')}2`];
  test.each([...LENGTHS, ...CONTROLS, ...UNSEEN, ...BLANKS, ...KEYS])('may not be %j', (name) => {
    expect(Label.safeParse(name).success).toBe(false);
  });

  const UNPRINTABLE = ['a\nb', 'a\tb', '\u001b[31mred', 'a\u007f', ' '];
  test.each(UNPRINTABLE)('that is %j is refused by the document', (name) => {
    expect(name).not.toMatch(PATTERN);
  });
});
