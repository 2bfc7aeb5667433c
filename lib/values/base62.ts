import { randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 digits from a source that nobody can predict: 5.95 bits each. */
export const randomBase62 = (length: number): string =>
  Array.from({ length }, () => DIGITS.charAt(randomInt(62))).join('');

/** Writes a whole number from 0 to 2^53 - 1 in base62, with zeros in front up to `length` digits. */
export const toBase62 = (value: number, length: number): string =>
  length === 0 ? '' : toBase62(Math.floor(value / 62), length - 1) + DIGITS.charAt(value % 62);
