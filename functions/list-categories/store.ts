import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Category } from '../../lib/categories/category.ts';
import { CATEGORY_KIND, CategoryItem, toCategory } from '../../lib/categories/stored-category.ts';
import { buildReadPage, type Page } from '../../lib/storage/read-page.ts';

/** Names one page of categories, in ascending order of id. */
export interface CategoriesPageRequest {
  /** The page begins after this id. */
  readonly after: bigint;
  /** Most categories on the page, 1 to 100. */
  readonly limit: number;
}

/** Lists categories, strongly consistent. See `ReadPage` of `lib/storage/read-page.ts`. */
export type ListCategories = (page: CategoriesPageRequest) => Promise<Page<Category>>;

/** Builds listCategories over the `categories` table. */
export const buildListCategories = (
  client: DynamoDBDocumentClient,
  table: string,
): ListCategories => {
  const readPage = buildReadPage(client, { table, name: 'categories' }, CategoryItem, 'ascending');

  return async (page) => {
    const { items, next } = await readPage({ ...page, partitionKey: 'kind', value: CATEGORY_KIND });
    return { items: items.map(toCategory), next };
  };
};
