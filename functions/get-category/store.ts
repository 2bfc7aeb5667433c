import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { CategoryItem, categoryKey } from '../../lib/categories/stored-category.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { getItem } from '../../lib/storage/get-item.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import type { getCategory } from './contract.ts';

/** Strongly consistent. One round trip. @throws RequestError `category_not_found` */
export type GetCategory = (id: bigint) => Promise<CategoryItem>;

export const buildGetCategory =
  (
    client: DynamoDBDocumentClient,
    { categories }: TablesOf<typeof getCategory.access>,
  ): GetCategory =>
  async (id) => {
    const location = { table: categories, name: 'categories' } as const;
    const category = await getItem(client, location, categoryKey(id), CategoryItem);
    if (category === undefined) throw new RequestError('category_not_found');
    return category;
  };
