import { categoryKey } from '../../lib/categories/stored-category.ts';
import { StorageTimeoutError } from '../../lib/errors/storage-errors.ts';
import {
  checkPrecondition,
  OwnedItem,
  type Precondition,
  preconditionExpression,
} from '../../lib/revisions/precondition.ts';
import { UNSURE } from '../../lib/storage/document-client.ts';
import { parseItem } from '../../lib/storage/parse-item.ts';
import type { Build } from '../../lib/storage/tables.ts';
import { transact } from '../../lib/storage/transact.ts';

/** One round trip. @throws RequestError `category_not_found`, `not_owner` or `precondition_failed`, in this order */
export type DeleteCategory = (id: bigint, precondition: Precondition) => Promise<void>;

/** It is a transaction for the same reason as deletePet. */
export const buildDeleteCategory: Build<'categories', DeleteCategory> =
  (client, { categories }) =>
  async (id, precondition) => {
    const failed = await transact(client, {
      item: {
        Delete: {
          TableName: categories,
          Key: categoryKey(id),
          ...preconditionExpression(precondition),
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    });
    if (failed === undefined) return;
    const { item, unsure } = failed.item ?? {};
    if (unsure) throw new StorageTimeoutError(UNSURE);
    const category = item && parseItem(OwnedItem, item, { table: categories, name: 'categories' });
    checkPrecondition(category, precondition, 'category_not_found');
    throw new Error('The condition of a delete did not hold');
  };
