import * as z from 'zod/mini';

export const INT64_MIN = -(2n ** 63n);

export const INT64_MAX = 2n ** 63n - 1n;

/** What documents call it (OpenAPI Format Registry, "int64"). */
export const INT64 = { type: 'integer', format: 'int64' } as const;

const FAULT = `must be a JSON number without a fraction, from ${INT64_MIN} to ${INT64_MAX}`;

/** A signed 64-bit integer, held as a bigint so that no digit is lost. */
export const int64 = z
  .bigint({ error: ({ input }) => (input === undefined ? 'is required' : FAULT) })
  .check(z.gte(INT64_MIN, FAULT), z.lte(INT64_MAX, FAULT), z.meta(INT64));

/** The form alone: a number of 19 digits may be out of range. */
const CANONICAL = /^(?:0|-?[1-9]\d{0,18})$/;

/** Reads canonical text: digits only, no leading zero, no plus sign. Undefined for everything else. */
export const parseInt64 = (text: string): bigint | undefined => {
  if (!CANONICAL.test(text)) return undefined;
  const value = BigInt(text);
  return value >= INT64_MIN && value <= INT64_MAX ? value : undefined;
};
