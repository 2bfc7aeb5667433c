import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  bearerPattern,
  generateApiKey,
  isApiKey,
  type KeyPrefix,
} from '../../../../lib/accounts/api-key.ts';
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
