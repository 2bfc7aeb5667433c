export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Makes the new value of an attribute from what is stored.
 * @param name of the attribute, as expressions have it
 * @param use takes a value, and returns what expressions have for it: one for each `suffix`
 */
type Operation = (name: string, use: (value: unknown, suffix?: string) => string) => string;

/** A value for an attribute that the item does not have yet. One that it has stays. */
export const ifAbsent =
  (value: unknown): Operation =>
  (name, use) =>
    `if_not_exists(${name}, ${use(value)})`;

/** The value that another attribute had before the update, which changes that one too. */
export const formerValueOf =
  (attribute: string): Operation =>
  () =>
    `#${attribute}`;

/** A number to add. An attribute that the item does not have counts as 0. */
export const plus =
  (value: bigint | number): Operation =>
  (name, use) =>
    `if_not_exists(${name}, ${use(0, '_0')}) + ${use(value)}`;

/**
 * Attributes, or members of them such as `keys.key_1`, and their values after an update, or operations for these. Those
 * that are undefined are removed.
 */
export type AttributeChanges = Readonly<Record<string, unknown>>;

/** Notes the names in a path such as `lease.token`. @returns it as expressions have it, as each word may be reserved */
const use = (path: string, names: Record<string, string>): string =>
  path.replaceAll(/\w+/g, (name) => {
    names[`#${name}`] = name;
    return `#${name}`;
  });

/** All of these in one. @returns undefined for none: DynamoDB refuses an empty one */
const merged = <Value>(
  all: readonly (Readonly<Record<string, Value>> | undefined)[],
): Readonly<Record<string, Value>> | undefined => {
  const one = Object.assign({}, ...all);
  return Object.keys(one).length > 0 ? one : undefined;
};

/**
 * Writes the expressions of an UpdateItem: every update of the service comes from here. An attribute `status` is
 * `#status`, and its new value is `:status`; conditions may use both.
 */
export const updateExpression = (changes: AttributeChanges, condition?: Condition) => {
  const names: Record<string, string> = { ...condition?.ExpressionAttributeNames };
  const values: Record<string, unknown> = { ...condition?.ExpressionAttributeValues };
  const set: string[] = [];
  const removed: string[] = [];
  for (const [path, change] of Object.entries(changes)) {
    const name = use(path, names);
    const useValue = (value: unknown, suffix = ''): string => {
      const placeholder = `:${path.replaceAll('.', '_')}${suffix}`;
      values[placeholder] = value;
      return placeholder;
    };
    if (change === undefined) removed.push(name);
    else
      set.push(
        `${name} = ${typeof change === 'function' ? change(name, useValue) : useValue(change)}`,
      );
  }
  return {
    ...condition,
    UpdateExpression: [set.length > 0 && `SET ${set}`, removed.length > 0 && `REMOVE ${removed}`]
      .filter(Boolean)
      .join(' '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: merged([values]),
  };
};

/** All of these conditions. One that has OR needs parentheses. */
export const allOf = (...conditions: readonly Condition[]): Condition => ({
  ConditionExpression: conditions.map((each) => each.ConditionExpression).join(' AND '),
  ExpressionAttributeNames: merged(conditions.map((each) => each.ExpressionAttributeNames)),
  ExpressionAttributeValues: merged(conditions.map((each) => each.ExpressionAttributeValues)),
});

/**
 * The condition that an item has these values before a write.
 * @param expected by attributes, or by members of them: `lease.token`. An attribute whose value is undefined must not exist
 */
export const hasValues = (expected: Readonly<Record<string, unknown>>): Condition => {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const conditions = Object.entries(expected).map(([path, value]) => {
    const name = use(path, names);
    if (value === undefined) return `attribute_not_exists(${name})`;
    const former = `:was_${path.replaceAll('.', '_')}`;
    values[former] = value;
    return `${name} = ${former}`;
  });
  return {
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: merged([values]),
  };
};
