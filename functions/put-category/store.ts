import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type CategoryItem, categoryKey } from '../../lib/categories/stored-category.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import type { IfMatch } from '../../lib/revisions/if-match.ts';
import { ownedMembers, preconditionExpression } from '../../lib/revisions/precondition.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { updateOwnedItem } from '../../lib/revisions/update-owned-item.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import { type Condition, ifAbsent, updateExpression } from '../../lib/storage/update-expression.ts';
import type { CategoryInput, putCategory } from './contract.ts';

/** Which categories with the id there may be: none; one, in a state that `ifMatch` names; or either. */
export type Expected =
  | { readonly kind: 'none' }
  | { readonly kind: 'one'; readonly ifMatch: IfMatch }
  | { readonly kind: 'either' };

/** The account that puts a category, and what must exist before. */
export interface Put {
  readonly accountId: string;
  readonly expected: Expected;
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

export const buildPutCategory =
  (
    client: DynamoDBDocumentClient,
    { categories }: TablesOf<typeof putCategory.access>,
  ): PutCategory =>
  async (id, { name }, { accountId, expected }) => {
    const revision = newRevision();
    const attributes = { name, accountId, revision };
    const ifMatch = expected.kind === 'one' ? expected.ifMatch : undefined;
    const precondition = { accountId, ifMatch };
    const written = await updateOwnedItem(client, {
      location: { table: categories, name: 'categories' },
      key: categoryKey(id),
      update: updateExpression(
        { ...attributes, firstRevision: ifAbsent(revision) },
        conditionOf(expected, preconditionExpression(precondition)),
      ),
      schema: Written,
      precondition,
      revision,
      notFound: 'precondition_failed',
    });
    if (written === undefined) throw new RequestError('precondition_failed', EXISTS);
    return { category: { id, ...attributes }, isNew: written.firstRevision === revision };
  };

const EXISTS =
  'There is a category with this id already. Leave If-None-Match out to change it, or choose another id.';

const conditionOf = ({ kind }: Expected, condition: Condition): Condition => {
  if (kind === 'one') return condition;
  if (kind === 'none') return { ConditionExpression: 'attribute_not_exists(id)' };
  return {
    ...condition,
    ConditionExpression: `attribute_not_exists(id) OR ${condition.ConditionExpression}`,
  };
};
