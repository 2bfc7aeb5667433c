import { createDocumentClient } from '../../lib/dynamodb.ts';
import { operation } from '../../lib/http/operation.ts';
import { tableName } from '../../lib/tables.ts';
import { deleteCategory } from './contract.ts';
import { buildDeleteCategory, type DeleteCategory } from './store.ts';

const open = () => buildDeleteCategory(createDocumentClient(), tableName('categories'));

/** Answers deleteCategory from storage. */
export const deleteCategoryHandler = (remove: DeleteCategory = open()) =>
  operation(deleteCategory, async ({ accountId, path: { categoryId }, headers }) => {
    await remove(categoryId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const handler = deleteCategoryHandler();
