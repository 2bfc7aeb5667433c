import { MalformedItemError } from '../errors/storage-errors.ts';
import { logError } from '../process/log.ts';
import type { Schema } from '../values/schema.ts';
import { type ItemLocation, keyAttributes } from './tables.ts';

/**
 * Reads an item as it came from DynamoDB.
 * @throws MalformedItemError unless it is as the schema says
 */
export const parseItem = <Item>(
  schema: Schema<Item>,
  item: Readonly<Record<string, unknown>>,
  { table, name }: ItemLocation,
): Item => {
  const { success, data, error } = schema.safeParse(item);
  if (success) return data;
  const key = keyAttributes(name)
    .map((attribute) => `${attribute} ${item[attribute]}`)
    .join(', ');
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new MalformedItemError(`${table}, ${key}: ${faults.join('; ')}`);
};

/** Most logged messages that are remembered. */
const MAX_LOGGED = 1000;

/**
 * Builds the reader of a list's items. A malformed one is left out, with one line in the log however often it is
 * read: an alarm counts lines.
 */
export const buildParseItems = <Item>(schema: Schema<Item>, location: ItemLocation) => {
  const logged = new Set<string>();
  const logOnce = (error: unknown): void => {
    const message = error instanceof Error ? error.message : '';
    if (logged.has(message)) return;
    if (logged.size === MAX_LOGGED) logged.clear();
    logged.add(message);
    logError('malformed_item', error);
  };
  return (items: readonly Readonly<Record<string, unknown>>[]): Item[] =>
    items.flatMap((item) => {
      try {
        return [parseItem(schema, item, location)];
      } catch (error) {
        logOnce(error);
        return [];
      }
    });
};
