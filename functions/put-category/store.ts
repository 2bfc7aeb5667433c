import * as z from 'zod/mini';
import { type CategoryItem, categoryKey } from '../../lib/categories/stored-category.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import {
  ownedMembers,
  type Precondition,
  preconditionExpression,
} from '../../lib/revisions/precondition.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { updateOwnedItem } from '../../lib/revisions/update-owned-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { type Condition, ifAbsent, updateExpression } from '../../lib/storage/update-expression.ts';
import type { CategoryInput } from './contract.ts';

/** Without `ifMatch` there may be a category with the id or none; with `ifNoneMatch` there must be none. */
export interface Put extends Precondition {
  readonly ifNoneMatch?: '*' | undefined;
}

/**
 * Creates a category, or changes it. One round trip.
 * @returns the category as it is then, and whether it is new
 * @throws RequestError `not_owner` or `precondition_failed`, in this order
 */
export type PutCategory = (
  id: bigint,
  input: CategoryInput,
  put: Put,
) => Promise<{ readonly category: CategoryItem; readonly isNew: boolean }>;

/** `firstRevision` stays as long as the category does: it shows which request created it. */
const Written = z.object({ ...ownedMembers, firstRevision: z.string() });

export const buildPutCategory: Build<'categories', PutCategory> =
  (client, { categories }) =>
  async (id, { name }, put) => {
    const revision = newRevision();
    const attributes = { name, accountId: put.accountId, revision };
    const written = await updateOwnedItem(client, {
      location: { table: categories, name: 'categories' },
      key: categoryKey(id),
      update: updateExpression(
        { ...attributes, firstRevision: ifAbsent(revision) },
        conditionOf(put),
      ),
      schema: Written,
      precondition: put,
      revision,
      notFound: 'precondition_failed',
    });
    if (written === undefined) throw new RequestError('precondition_failed', EXISTS);
    return { category: { id, ...attributes }, isNew: written.firstRevision === revision };
  };

const EXISTS =
  'There is a category with this id already. Leave If-None-Match out to change it, or choose another id.';

const conditionOf = (put: Put): Condition => {
  if (put.ifNoneMatch) return { ConditionExpression: 'attribute_not_exists(id)' };
  const owned = preconditionExpression(put);
  if (put.ifMatch) return owned;
  const ConditionExpression = `attribute_not_exists(id) OR ${owned.ConditionExpression}`;
  return { ...owned, ConditionExpression };
};
