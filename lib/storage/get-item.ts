import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Schema } from '../values/schema.ts';
import { parseItem } from './parse-item.ts';
import type { ItemKey, ItemLocation, TableName } from './tables.ts';

/**
 * Gets an item by its key, strongly consistent. One round trip.
 * @param only the attributes that are read. @default - all
 * @returns undefined if there is none
 * @throws MalformedItemError unless it is as the schema says
 */
export const getItem = async <Name extends TableName, Item>(
  client: DynamoDBDocumentClient,
  location: ItemLocation<Name>,
  key: ItemKey<Name>,
  schema: Schema<Item>,
  only?: readonly string[],
  options?: { readonly abortSignal: AbortSignal },
): Promise<Item | undefined> => {
  const { Item } = await client.send(
    new GetCommand({
      TableName: location.table,
      Key: key,
      ConsistentRead: true,
      ProjectionExpression: only?.join(),
    }),
    options,
  );
  return Item && parseItem(schema, { ...Item, ...key }, location);
};
