import type { Category } from '../../lib/categories/category.ts';
import { CATEGORY_KIND, CategoryItem, toCategory } from '../../lib/categories/stored-category.ts';
import { buildReadPage, type Page, type PageRequest } from '../../lib/storage/read-page.ts';
import type { Build } from '../../lib/storage/tables.ts';

/** In ascending order of id, strongly consistent. See `ReadPage` of `lib/storage/read-page.ts`. */
export type ListCategories = (page: PageRequest) => Promise<Page<Category>>;

export const buildListCategories: Build<'categories', ListCategories> = (client, tables) => {
  const readPage = buildReadPage(client, tables, 'categories', CategoryItem, 'ascending');

  return async (page) => {
    const { items, next } = await readPage({ ...page, partitionKey: 'kind', value: CATEGORY_KIND });
    return { items: items.map(toCategory), next };
  };
};
