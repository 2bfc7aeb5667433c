import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { RECORDED_TABLES } from '../../../functions/record-events/access.ts';
import { EVENT_OF } from '../../../functions/record-events/log-entry.ts';
import { Category } from '../../../lib/categories/category.ts';
import { Order } from '../../../lib/orders/order.ts';
import { Pet } from '../../../lib/pets/pet.ts';
import { newRevision } from '../../../lib/revisions/revision.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { AttributeChanges } from '../../../lib/storage/update-expression.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { Webhook } from '../../../lib/webhooks/webhook.ts';
import { RefusedError } from '../terminal/errors.ts';
import type { Backfill, Item } from './backfill.ts';

/** The attributes that clients see of items that change. */
const SEEN: Partial<Record<TableName, object>> = {
  pets: Pet.shape,
  categories: Category.shape,
  orders: Order.shape,
  webhooks: Webhook.shape,
};

/** A value as DynamoDB has it, which knows one kind of number. */
const stored = (value: unknown) => marshall({ value }, { removeUndefinedValues: true });

const differing = (changes: AttributeChanges, item: Item): AttributeChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([name, value]) => !isDeepStrictEqual(stored(value), stored(item[name])),
    ),
  );

const isEmpty = (changes: AttributeChanges): boolean => Object.keys(changes).length === 0;

/**
 * What a backfill changes of an item: a new revision too if clients see the change and the item has one, so that it has
 * another `ETag`.
 * @param deployed the name that the table was deployed under
 * @returns undefined if the item is as it should be
 * @throws MalformedItemError if the item is not as the backfill expects, or the service would not read it afterwards
 * @throws RefusedError if the backfill would change its own result, or clients would see a change without its event
 */
export const itemChanges = ({ table, changesOf }: Backfill, item: Item, deployed: string) => {
  const changes = differing(changesOf(item, deployed), item);
  if (isEmpty(changes)) return undefined;
  const after = { ...item, ...changes };
  const refuse = (what: string) =>
    new RefusedError(`The backfill ${what}: ${writeJson({ item, changes })}`);
  if (!isEmpty(differing(changesOf(after, deployed), after))) {
    throw refuse('changes an item again that it has changed');
  }
  const isSeen = Object.keys(changes).some((name) => name in (SEEN[table] ?? {}));
  const recorded = RECORDED_TABLES.find((each) => each === table);
  const event = recorded && EVENT_OF[recorded]({ table: deployed, before: item, after });
  if (isSeen && recorded && event === undefined) {
    throw refuse('changes what clients see, and no event says so (EVENT_OF of log-entry.ts)');
  }
  return isSeen && 'revision' in item ? { ...changes, revision: newRevision() } : changes;
};
