import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import {
  CATEGORY_KEY_ATTRIBUTES,
  CategoryItem,
  categoryKey,
} from '../../lib/categories/stored-category.ts';
import { RequestError } from '../../lib/request-error.ts';
import { parseItem } from '../../lib/stored-item.ts';

/**
 * Gets a category, strongly consistent. One round trip.
 * @throws RequestError `category_not_found` if there is no category with this id
 * @throws MalformedItemError if what is stored is not a category
 * @throws the errors of `lib/storage-errors.ts`
 */
export type GetCategory = (id: bigint) => Promise<CategoryItem>;

/** Builds getCategory over the `categories` table. */
export const buildGetCategory =
  (client: DynamoDBDocumentClient, table: string): GetCategory =>
  async (id) => {
    const { Item } = await client.send(
      new GetCommand({ TableName: table, Key: categoryKey(id), ConsistentRead: true }),
    );
    if (Item === undefined) throw new RequestError('category_not_found');
    return parseItem(CategoryItem, Item, { table, keyAttributes: CATEGORY_KEY_ATTRIBUTES });
  };
