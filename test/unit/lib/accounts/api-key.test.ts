import { crc32 } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import {
  bearerPattern,
  generateApiKey,
  hashApiKey,
  isApiKey,
} from '../../../../lib/accounts/api-key.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('generateApiKey', () => {
  test('makes a prefix, 30 random characters and 6 of a checksum', () => {
    expect(generateApiKey('pet_live_')).toMatch(/^pet_live_[0-9A-Za-z]{36}$/);
    expect(generateApiKey('pet_test_')).toMatch(/^pet_test_[0-9A-Za-z]{36}$/);
  });

  test('ends in the CRC32 of what stands before it, in base62', () => {
    const key = generateApiKey('pet_test_');
    const value = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + BASE62.indexOf(digit), 0);
    expect(value).toBe(crc32(key.slice(0, -6)));
  });

  test('never makes the same key twice', () => {
    const keys = Array.from({ length: 1000 }, () => generateApiKey('pet_test_'));
    expect(new Set(keys).size).toBe(1000);
  });

  test('draws every random character from most of the alphabet', () => {
    const keys = Array.from({ length: 1000 }, () => generateApiKey('pet_test_').slice(9, -6));
    for (let position = 0; position < 30; position += 1) {
      expect(new Set(keys.map((key) => key[position])).size).toBeGreaterThan(55);
    }
  });
});

describe('isApiKey', () => {
  test('takes every key that was generated, for its own prefix only', () => {
    for (let round = 0; round < 100; round += 1) {
      const key = generateApiKey('pet_test_');
      expect(isApiKey(key, 'pet_test_')).toBe(true);
      expect(isApiKey(key, 'pet_live_')).toBe(false);
    }
  });

  test('refuses a key with any one character mistyped', () => {
    const key = generateApiKey('pet_test_');
    for (let position = 0; position < key.length; position += 1) {
      const other = key[position] === 'x' ? 'y' : 'x';
      const mistyped = key.slice(0, position) + other + key.slice(position + 1);
      expect(isApiKey(mistyped, 'pet_test_')).toBe(false);
    }
  });

  test('refuses a key with anything around it', () => {
    const key = generateApiKey('pet_test_');
    for (const text of ['', `${key} `, ` ${key}`, `${key}\n`, key.slice(0, -1), `${key}0`]) {
      expect(isApiKey(text, 'pet_test_')).toBe(false);
    }
  });
});

describe('bearerPattern', () => {
  const pattern = new RegExp(bearerPattern('pet_test_'));
  const key = generateApiKey('pet_test_');

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('takes the scheme written %s', (scheme) => {
    expect(pattern.test(`${scheme} ${key}`)).toBe(true);
  });

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
});

test('a stored hash does not hold the key', () => {
  const key = generateApiKey('pet_test_');
  expect(hashApiKey(key)).toMatch(/^[0-9a-f]{64}$/);
  expect(hashApiKey(key)).not.toContain(key.slice(9, 20));
});
