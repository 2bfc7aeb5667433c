import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getCategory } from './contract.ts';
import { buildGetCategory } from './store.ts';

export const open = (get = openStorage(getCategory.access, buildGetCategory)) =>
  operation(getCategory, async ({ path: { categoryId }, headers }) => {
    const category = await get(categoryId);
    return {
      body: toCategory(category),
      etag: category.revision,
      ifNoneMatch: headers['If-None-Match'],
    };
  });
