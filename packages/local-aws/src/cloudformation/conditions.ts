import * as z from 'zod';

/** Resolves a value in a condition, such as a `Ref` of a parameter. */
type Resolve = (value: unknown) => unknown;

/** One condition function or a value: its name, and its arguments. */
const expression = z.record(z.string(), z.unknown()).transform((value) => Object.entries(value));

/**
 * Whether a condition holds, given as its name or as an expression.
 * AWS CloudFormation User Guide, "Condition functions".
 * @throws Error if the condition is not known
 */
export const conditionHolds = (
  condition: unknown,
  conditions: Readonly<Record<string, unknown>>,
  resolve: Resolve,
): boolean => {
  const holds = (each: unknown): boolean => conditionHolds(each, conditions, resolve);
  if (typeof condition === 'string') {
    if (condition in conditions) return holds(conditions[condition]);
    throw new Error(`there is no condition ${condition}`);
  }
  const [[name, argument] = [], ...others] = expression.parse(condition);
  const parts = Array.isArray(argument) ? argument : [argument];
  if (others.length === 0) {
    switch (name) {
      case 'Condition':
        return holds(argument);
      case 'Fn::And':
        return parts.every(holds);
      case 'Fn::Or':
        return parts.some(holds);
      case 'Fn::Not':
        return !holds(parts[0]);
      case 'Fn::Equals': {
        const [one, other] = parts.map((part) => JSON.stringify(resolve(part)));
        return one === other;
      }
    }
  }
  throw new Error(`${JSON.stringify(condition)} is not a condition`);
};
