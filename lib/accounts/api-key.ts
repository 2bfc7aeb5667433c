import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import * as z from 'zod/mini';
import { KEY_PREFIX_ENV, requireEnv } from '../process/env.ts';
import { randomBase62, toBase62 } from '../values/base62.ts';

/** What a key begins with: `pet_live_` in production, `pet_test_` everywhere else. */
export const KeyPrefix = z.enum(['pet_live_', 'pet_test_']);
export type KeyPrefix = z.infer<typeof KeyPrefix>;

/** The prefix of this deployment. @throws Error if the function was deployed without it */
export const keyPrefix = (): KeyPrefix => KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV));

/** How long API Gateway keeps the authorizer's answer, and so a key that has ended may still work. */
export const AUTHORIZER_CACHE_SECONDS = 60;

/** Random characters of a key: 30 of 62 are 178 bits. */
const RANDOM_LENGTH = 30;

/** 62^6 is more than 2^32: every CRC32 fits. */
const CHECKSUM_LENGTH = 6;

/** Matches the text after a key's prefix. */
const REST = `[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}`;

/** Finds API keys of any stage in a text, as a secret scanner would. */
export const API_KEY_PATTERN = new RegExp(`pet_(?:live|test)_${REST}`, 'g');

/**
 * A regular expression for the value of an `Authorization` header that may hold a key with this
 * prefix; the scheme's name is case-insensitive (RFC 9110, "Authentication Scheme").
 */
export const bearerPattern = (prefix: KeyPrefix): string =>
  `^[Bb][Ee][Aa][Rr][Ee][Rr] +${prefix}${REST}$`;

/** Makes a new key: prefix, 30 random base62 characters, 6 base62 characters of CRC32 over both. */
export const generateApiKey = (prefix: KeyPrefix): string => {
  const content = `${prefix}${randomBase62(RANDOM_LENGTH)}`;
  return `${content}${checksum(content)}`;
};

/** Whether a text has the form of a key with this prefix, and the right checksum. */
export const isApiKey = (key: string, prefix: KeyPrefix): boolean => {
  if (!new RegExp(`^${prefix}${REST}$`).test(key)) return false;
  const content = key.slice(0, -CHECKSUM_LENGTH);
  return key === `${content}${checksum(content)}`;
};

/** Whether a text holds a key of any stage: its form, with the right checksum. */
export const holdsApiKey = (text: string): boolean =>
  (text.match(API_KEY_PATTERN) ?? []).some((key) =>
    KeyPrefix.options.some((prefix) => isApiKey(key, prefix)),
  );

/**
 * What is stored in a key's place: SHA-256, in hexadecimal. A fast hash is enough, as nobody can
 * guess among 2^178 keys.
 */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

const checksum = (content: string): string => toBase62(crc32(content), CHECKSUM_LENGTH);
