import * as z from 'zod';

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const rule = z.union([
  scalar,
  z.strictObject({ exists: z.boolean() }),
  z.strictObject({ prefix: z.string() }),
  z.strictObject({ 'anything-but': z.union([scalar, z.array(scalar)]) }),
]);

type Rule = z.infer<typeof rule>;

interface Pattern {
  readonly [key: string]: readonly Rule[] | Pattern;
}

const pattern: z.ZodType<Pattern> = z.lazy(() =>
  z.record(z.string(), z.union([z.array(rule), pattern])),
);

/** Parses a filter's pattern. An unknown operator is an error. */
export const filterPattern = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(pattern);

/** Whether a value matches a pattern. Lambda Developer Guide, "Control which events Lambda sends to your function". */
export const matchesPattern = (value: unknown, pattern: Pattern): boolean =>
  Object.entries(pattern).every(([key, expected]) => {
    const found = propertyOf(value, key);
    if (!isRules(expected)) return matchesPattern(found, expected);
    // In a list, one matching value is enough.
    const values = Array.isArray(found) ? found : [found];
    return expected.some((each) => values.some((one) => follows(one, each)));
  });

const isRules = (expected: readonly Rule[] | Pattern): expected is readonly Rule[] =>
  Array.isArray(expected);

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;

const follows = (value: unknown, expected: Rule): boolean => {
  if (typeof expected !== 'object' || expected === null) return value === expected;
  if ('exists' in expected) return (value !== undefined) === expected.exists;
  if (value === undefined) return false;
  if ('prefix' in expected) return typeof value === 'string' && value.startsWith(expected.prefix);
  return ![expected['anything-but']].flat().some((one) => one === value);
};
