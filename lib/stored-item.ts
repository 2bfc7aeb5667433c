import { logError } from './log.ts';
import type { Schema } from './schema.ts';
import { MalformedItemError } from './storage-errors.ts';

/** Where an item is: its table's name, and the attributes that are its key. */
export interface ItemPlace {
  readonly table: string;
  readonly key: readonly string[];
}

/**
 * Reads an item as it came from DynamoDB.
 * @throws MalformedItemError unless it is as the schema says
 */
export const parseItem = <Item>(
  schema: Schema<Item>,
  item: Readonly<Record<string, unknown>>,
  { table, key }: ItemPlace,
): Item => {
  const { success, data, error } = schema.safeParse(item);
  if (success) return data;
  const place = key.map((name) => `${name} ${item[name]}`).join(', ');
  const faults = error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new MalformedItemError(`${table}, ${place}: ${faults.join('; ')}`);
};

/** Messages that are remembered at most. */
const MOST_TOLD = 1000;

/**
 * Builds what reads items of a list. One that is malformed is left out, with a line in the log for it,
 * once: an alarm counts lines, and a page may be asked for often.
 */
export const buildParseItems = <Item>(schema: Schema<Item>, place: ItemPlace) => {
  const told = new Set<string>();
  const tell = (error: unknown): void => {
    const message = error instanceof Error ? error.message : '';
    if (told.has(message)) return;
    if (told.size === MOST_TOLD) told.clear();
    told.add(message);
    logError('malformed_item', error);
  };
  return (items: readonly Readonly<Record<string, unknown>>[]): Item[] =>
    items.flatMap((item) => {
      try {
        return [parseItem(schema, item, place)];
      } catch (error) {
        tell(error);
        return [];
      }
    });
};
