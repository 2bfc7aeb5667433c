import { operation } from '../../lib/http/operation.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { deleteCategory } from './contract.ts';
import { buildDeleteCategory, type DeleteCategory } from './store.ts';

export const deleteCategoryHandler = (remove: DeleteCategory) =>
  operation(deleteCategory, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.categoryId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteCategoryHandler(
    buildDeleteCategory(createDocumentClient(), tablesOf(deleteCategory.access)),
  );
