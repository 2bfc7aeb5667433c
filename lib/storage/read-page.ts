import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { MalformedItemError } from '../errors/storage-errors.ts';
import { INT64_MAX } from '../values/int64.ts';
import type { Schema } from '../values/schema.ts';
import { buildParseItems } from './parse-item.ts';
import type { IndexName, TableName, Tables } from './tables.ts';

export interface PageRequest {
  /** The page begins with the next id after this one. */
  readonly after: bigint;
  /** Most items on the page, 1 to 100. */
  readonly limit: number;
}

/** Names one page of items that have one partition key. */
export interface PageQuery extends PageRequest {
  /** The name of the partition key, and its value. */
  readonly partitionKey: string;
  readonly value: string;
  /** @default - the table itself, strongly consistent */
  readonly index?: IndexName;
}

export interface Page<Item> {
  /** As many as the limit, unless it is the last page or follows many malformed items. */
  readonly items: readonly Item[];
  /** The next page begins after this id; undefined if this is the last page. */
  readonly next: bigint | undefined;
}

/**
 * Reads a page. One round trip. A malformed item is left out, with a line in the log; where a page has
 * some, further calls fill it up, three in all. A page is not full only after more than 1,100 malformed
 * items in a row; the next page continues after them.
 * @throws MalformedItemError if no item after so many has an id for a key
 */
export type ReadPage<Item> = (query: PageQuery) => Promise<Page<Item>>;

/** Most items that the second and the third call for a page read, in place of malformed ones. */
const REFILLS = [100, 1000];

/** Over a table or its indexes, which are in the order of ids. */
export const buildReadPage = <Name extends TableName, Item extends { readonly id: bigint }>(
  client: DynamoDBDocumentClient,
  tables: Tables<NoInfer<Name>>,
  name: Name,
  schema: Schema<Item>,
  order: 'ascending' | 'descending',
): ReadPage<Item> => {
  const table = tables[name];
  const parse = buildParseItems(schema, { table, name });

  return async ({ partitionKey, value, index, after, limit }) => {
    const items: Item[] = [];
    let last = after;
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    for (const most of [limit + 1, ...REFILLS]) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: table,
          ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
          KeyConditionExpression: `#key = :value AND id ${order === 'ascending' ? '>' : '<'} :after`,
          ExpressionAttributeNames: { '#key': partitionKey },
          ExpressionAttributeValues: { ':value': value, ':after': after },
          ScanIndexForward: order === 'ascending',
          Limit: most,
          ExclusiveStartKey,
        }),
      );
      items.push(...parse(Items));
      if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.id };
      if (LastEvaluatedKey === undefined) return { items, next: undefined };
      ExclusiveStartKey = LastEvaluatedKey;
      last = Items.map(({ id }) => id).findLast(isId) ?? last;
    }
    if (last === after) {
      throw new MalformedItemError(
        `${table}: no item that follows the id ${after} has an id for a key`,
      );
    }
    return { items, next: last };
  };
};

/** A cursor holds no other number: the key of a malformed item may have a fraction, or more digits. */
const isId = (id: unknown): id is bigint => typeof id === 'bigint' && id <= INT64_MAX;
