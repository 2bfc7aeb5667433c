export interface Condition {
  readonly ConditionExpression: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>>;
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
  (value: number): Operation =>
  (name, use) =>
    `if_not_exists(${name}, ${use(0, '_0')}) + ${use(value)}`;

/**
 * Attributes, or members of them such as `keys.key_1`, and their values after an update, or operations for these. Those
 * that are undefined are removed.
 */
export type AttributeChanges = Readonly<Record<string, unknown>>;

/** `lease.token` as expressions have it, `#lease.#token`: any word may be reserved. */
const nameOf = (path: string): string => path.replaceAll(/\w+/g, '#$&');

const namesOf = (path: string): Readonly<Record<string, string>> =>
  Object.fromEntries(path.split('.').map((part) => [`#${part}`, part]));

const wordOf = (path: string): string => path.replaceAll('.', '_');

/** DynamoDB refuses empty ones. */
const placeholders = (
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Omit<Condition, 'ConditionExpression'> => ({
  ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
});

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
    const name = nameOf(path);
    const use = (value: unknown, suffix = ''): string => {
      const placeholder = `:${wordOf(path)}${suffix}`;
      values[placeholder] = value;
      return placeholder;
    };
    Object.assign(names, namesOf(path));
    if (change === undefined) removed.push(name);
    else set.push(`${name} = ${typeof change === 'function' ? change(name, use) : use(change)}`);
  }
  return {
    ...condition,
    UpdateExpression: [set.length > 0 && `SET ${set}`, removed.length > 0 && `REMOVE ${removed}`]
      .filter(Boolean)
      .join(' '),
    ...placeholders(names, values),
  };
};

/** All of these conditions. One that has OR needs parentheses. */
export const allOf = (...conditions: readonly Condition[]): Condition => ({
  ConditionExpression: conditions.map((each) => each.ConditionExpression).join(' AND '),
  ...placeholders(
    Object.assign({}, ...conditions.map((each) => each.ExpressionAttributeNames)),
    Object.assign({}, ...conditions.map((each) => each.ExpressionAttributeValues)),
  ),
});

/**
 * The condition that an item has these values before a write.
 * @param expected by attributes, or by members of them: `lease.token`. An attribute whose value is undefined must not exist
 */
export const hasValues = (expected: Readonly<Record<string, unknown>>): Condition =>
  allOf(
    ...Object.entries(expected).map(([path, value]) => {
      const former = `:was_${wordOf(path)}`;
      return {
        ConditionExpression:
          value === undefined
            ? `attribute_not_exists(${nameOf(path)})`
            : `${nameOf(path)} = ${former}`,
        ExpressionAttributeNames: namesOf(path),
        ...(value !== undefined && { ExpressionAttributeValues: { [former]: value } }),
      };
    }),
  );
