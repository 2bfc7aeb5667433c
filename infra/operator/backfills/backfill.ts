import { parseItem } from '../../../lib/storage/parse-item.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { AttributeChanges } from '../../../lib/storage/update-expression.ts';
import type { Schema } from '../../../lib/values/schema.ts';

/** An item as it is stored. */
export type Item = Readonly<Record<string, unknown>>;

/** A change of the items that a table had before, for one file of this folder. */
export interface Backfill {
  readonly table: TableName;
  /** One line for operators: what items have afterwards. */
  readonly description: string;
  /**
   * @param deployed the name that the table was deployed under
   * @throws MalformedItemError if the item does not have the schema
   */
  readonly changesOf: (item: Item, deployed: string) => AttributeChanges;
}

export type Backfills = Readonly<Record<string, Backfill>>;

interface Definition<Parsed> extends Pick<Backfill, 'description' | 'table'> {
  /** What stored items are, as far as `change` needs them. */
  readonly schema: Schema<Parsed>;
  /**
   * The values that attributes of an item must have; undefined as a value removes one. It is pure, and may also return what
   * the item has already.
   */
  readonly change: (item: Parsed) => AttributeChanges | undefined;
}

export const backfill = <Parsed>({ schema, change, ...of }: Definition<Parsed>): Backfill => ({
  ...of,
  changesOf: (item, deployed) =>
    change(parseItem(schema, item, { table: deployed, name: of.table })) ?? {},
});
