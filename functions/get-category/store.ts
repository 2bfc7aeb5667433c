import { CategoryItem, categoryKey } from '../../lib/categories/stored-category.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { Build } from '../../lib/storage/tables.ts';

/** Strongly consistent. One round trip. @throws RequestError `category_not_found` */
export type GetCategory = (id: bigint) => Promise<CategoryItem>;

export const buildGetCategory: Build<'categories', GetCategory> =
  (client, tables) => async (id) => {
    const category = await getItem(client, tables, 'categories', categoryKey(id), CategoryItem);
    if (category === undefined) throw new RequestError('category_not_found');
    return category;
  };
