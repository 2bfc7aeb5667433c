/**
 * Whether a value matches the pattern of a filter. It knows values and `prefix`.
 * Lambda Developer Guide, "Control which events Lambda sends to your function".
 * @throws Error if the pattern has another operator
 */
export const matchesFilter = (value: unknown, pattern: unknown): boolean =>
  Array.isArray(pattern)
    ? pattern.some((rule) => follows(value, rule))
    : Object.entries(Object(pattern)).every(([name, part]) =>
        matchesFilter(memberOf(value, name), part),
      );

const memberOf = (value: unknown, name: string): unknown =>
  Object.entries(Object(value)).find(([each]) => each === name)?.[1];

const follows = (value: unknown, rule: unknown): boolean => {
  if (typeof rule !== 'object' || rule === null) return value === rule;
  if (!('prefix' in rule) || typeof rule.prefix !== 'string') {
    throw new Error(`The local server does not know this filter: ${JSON.stringify(rule)}`);
  }
  return typeof value === 'string' && value.startsWith(rule.prefix);
};
