import { type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import type { Schema } from '../values/schema.ts';
import { parseItem } from './parse-item.ts';
import type { ItemKey, TableName, Tables } from './tables.ts';

/**
 * Gets an item by its key, strongly consistent. One round trip.
 * @param options `only`: the attributes that are read. @default - all
 * @returns undefined if there is none
 * @throws MalformedItemError unless it is as the schema says
 */
export const getItem = async <Name extends TableName, Item>(
  client: DynamoDBDocumentClient,
  tables: Tables<NoInfer<Name>>,
  name: Name,
  key: ItemKey<Name>,
  schema: Schema<Item>,
  {
    only,
    ...options
  }: { readonly only?: readonly string[]; readonly abortSignal?: AbortSignal } = {},
): Promise<Item | undefined> => {
  const table = tables[name];
  const { Item } = await client.send(
    new GetCommand({
      TableName: table,
      Key: key,
      ConsistentRead: true,
      ProjectionExpression: only?.join(),
    }),
    options,
  );
  return Item && parseItem(schema, { ...Item, ...key }, { table, name });
};
