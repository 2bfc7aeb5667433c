import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { deleteCategory } from './contract.ts';
import { buildDeleteCategory } from './store.ts';

export const open = (remove = openStorage(deleteCategory.access, buildDeleteCategory)) =>
  operation(deleteCategory, async ({ caller: { accountId }, path, headers }) => {
    await remove(path.categoryId, { accountId, ifMatch: headers['If-Match'] });
    return { body: undefined };
  });
