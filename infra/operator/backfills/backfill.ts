import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { AttributeChanges } from '../../../lib/storage/update-expression.ts';
import type { Schema } from '../../../lib/values/schema.ts';

interface Definition<Item> {
  readonly table: TableName;
  /** One line for operators: what items have afterwards. */
  readonly description: string;
  /** What stored items are, as far as `change` needs them. */
  readonly schema: Schema<Item>;
  /**
   * The values that attributes of an item must have; undefined as a value removes one. It is pure, and may also return what
   * the item has already.
   */
  readonly change: (item: Item) => AttributeChanges | undefined;
}

/** A change of the items that a table had before, for one file of this folder. */
export interface Backfill extends Pick<Definition<unknown>, 'description' | 'table'> {
  /**
   * @param item as it is stored
   * @param deployed the name that the table was deployed under
   * @throws MalformedItemError if the item does not have the schema
   */
  readonly changesOf: (
    item: Readonly<Record<string, unknown>>,
    deployed: string,
  ) => AttributeChanges;
}

export type Backfills = Readonly<Record<string, Backfill>>;

export const backfill = <Item>({
  table,
  description,
  schema,
  change,
}: Definition<Item>): Backfill => ({
  table,
  description,
  changesOf: (item, deployed) =>
    change(parseItem(schema, item, { table: deployed, name: table })) ?? {},
});
