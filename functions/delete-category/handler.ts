import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { deleteCategory } from './contract.ts';
import { buildDeleteCategory, type DeleteCategory } from './store.ts';

/** Answers deleteCategory from storage. */
export const deleteCategoryHandler = (remove: DeleteCategory) =>
  operation(deleteCategory, async ({ accountId, path: { categoryId }, headers }) => {
    await remove(categoryId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteCategoryHandler(buildDeleteCategory(createDocumentClient(), tableName('categories')));
