import { toCategory } from '../../lib/categories/stored-category.ts';
import { operation } from '../../lib/http/operation.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getCategory } from './contract.ts';
import { buildGetCategory, type GetCategory } from './store.ts';

export const getCategoryHandler = (get: GetCategory) =>
  operation(getCategory, async ({ path: { categoryId }, headers }) => {
    const category = await get(categoryId);
    return {
      body: toCategory(category),
      etag: category.revision,
      ifNoneMatch: headers['If-None-Match'],
    };
  });

export const open = () => getCategoryHandler(openStorage(getCategory.access, buildGetCategory));
