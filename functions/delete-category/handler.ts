import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deleteCategory } from './contract.ts';
import { buildDeleteCategory, type DeleteCategory } from './store.ts';

export const deleteCategoryHandler = (remove: DeleteCategory) =>
  operation(deleteCategory, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.categoryId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });

export const open = () =>
  deleteCategoryHandler(openStorage(deleteCategory.access, buildDeleteCategory));
