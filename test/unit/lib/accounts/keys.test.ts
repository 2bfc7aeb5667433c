import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod/mini';
import {
  bearerPattern,
  generateApiKey,
  isApiKey,
  type KeyPrefix,
} from '../../../../lib/accounts/api-key.ts';
import { keyState, lastUse, storedKey } from '../../../../lib/accounts/key-record.ts';
import { Label } from '../../../../lib/accounts/label.ts';
import { anyCharacter } from '../../../support/any-character.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('generateApiKey', () => {
  test('ends in the CRC32 of what stands before it, in base62', () => {
    const key = generateApiKey('pet_test_');
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  test('draws every random character from most of the alphabet', () => {
    const keys = Array.from({ length: 1000 }, () => generateApiKey('pet_test_').slice(9, -6));
    for (let position = 0; position < 30; position += 1) {
      expect(new Set(keys.map((key) => key[position])).size).toBeGreaterThan(55);
    }
  });
});

const PREFIXES: readonly KeyPrefix[] = ['pet_live_', 'pet_test_'];
const prefixes = fc.constantFrom(...PREFIXES);
/** A key and its stage, and another one each time that it is asked for: fast-check picks the stage only. */
const issued = prefixes.map((prefix) => ({ prefix, key: generateApiKey(prefix) }));
const digit = fc.constantFrom(...BASE62);
const character = fc.oneof(digit, anyCharacter);

/** A text with `count` characters at `position` replaced. */
const splice = (text: string, position: number, count: number, put: string): string =>
  `${text.slice(0, position)}${put}${text.slice(position + count)}`;

describe('isApiKey', () => {
  test('takes every key that was generated, for its own stage only', () => {
    fc.assert(
      fc.property(issued, ({ prefix, key }) => {
        expect(PREFIXES.filter((each) => isApiKey(key, each))).toEqual([prefix]);
      }),
    );
  });

  // CRC32 finds every burst of up to 32 bits, such as four neighbouring characters: what follows is
  // certain, not likely. A change of two places that are further apart passes once in 2^32 times.
  test('refuses a key with one character changed wherever it is, or up to four random ones', () => {
    const one = fc.tuple(fc.nat({ max: 44 }), character);
    const digits = fc.string({ unit: digit, minLength: 1, maxLength: 4 });
    const burst = fc.tuple(fc.integer({ min: 9, max: 35 }), digits);
    fc.assert(
      fc.property(issued, fc.oneof(one, burst), ({ prefix, key }, [at, put]) => {
        const changed = splice(key, at, [...put].length, put);
        fc.pre(changed !== key);
        expect(isApiKey(changed, prefix)).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('bearerPattern', () => {
  const pattern = new RegExp(bearerPattern('pet_test_'));
  const key = generateApiKey('pet_test_');

  test('refuses other schemes, other prefixes and no scheme', () => {
    const others = [
      key,
      `Basic ${key}`,
      `Bearer${key}`,
      `Bearer ${generateApiKey('pet_live_')}`,
      `Bearer ${key}x`,
    ];
    for (const value of others) expect(pattern.test(value)).toBe(false);
  });

  // API Gateway refuses what does not match, unseen: that must be nothing that the authorizer takes.
  test('refuses nothing that isApiKey takes, no matter what stands there', () => {
    const almost = fc
      .tuple(
        issued,
        fc.nat({ max: 45 }),
        fc.nat({ max: 2 }),
        fc.string({ unit: character, maxLength: 2 }),
      )
      .map(([{ prefix, key: whole }, at, count, put]) => ({
        prefix,
        text: splice(whole, at, count, put),
      }));
    const schemes = fc.constantFrom('Bearer', 'bearer', 'BEARER');
    let keys = 0;
    fc.assert(
      fc.property(schemes, almost, (scheme, { prefix, text }) => {
        const matches = new RegExp(bearerPattern(prefix)).test(`${scheme} ${text}`);
        const isKey = isApiKey(text, prefix);
        if (isKey) keys += 1;
        expect([matches, isKey]).not.toEqual([false, true]);
      }),
      { numRuns: 1000 },
    );
    expect(keys).toBeGreaterThan(50);
  });
});

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
  expect(lastUse({ ...(lastUsedAt && { lastUsedAt }) }, now)).toBe(shown);
});

test.each([
  ['key_1', '2026-11-21T10:20:30.001Z', 1_795_256_431 + 30 * 86_400],
  ['key_1', undefined, undefined],
  ['ann', '2026-11-21T10:20:30.001Z', undefined],
])('a record of a key that %s lets end at %s is deleted at %s', (createdBy, expiresAt, second) => {
  const [keyHash, keyId, accountId, lastFour] = ['h', 'key_2', 'acct_1', 'abcd'];
  const key = { keyHash, keyId, accountId, lastFour, name: 'k', scope: 'full' } as const;
  const createdAt = '2026-11-20T00:00:00.000Z';
  const stored = storedKey({ ...key, createdAt, createdBy, ...(expiresAt && { expiresAt }) });
  expect(stored.deleteAt).toBe(second);
});

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
