import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { buildParseItems } from '../storage/parse-item.ts';
import type { ItemLocation } from '../storage/tables.ts';
import type { Schema } from '../values/schema.ts';

/**
 * Reads a whole table of records for an operator, the oldest first: strongly consistent, a
 * megabyte a round trip. One that is malformed is left out, and logged: a key must be revocable
 * no matter what stands next to it.
 */
export const readAll = async <Record extends { readonly createdAt: string }>(
  client: DynamoDBDocumentClient,
  location: ItemLocation,
  schema: Schema<Record>,
): Promise<readonly Record[]> => {
  const parse = buildParseItems(schema, location);
  const records: Record[] = [];
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: location.table, ConsistentRead: true },
  )) {
    records.push(...parse(Items));
  }
  return records.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
};
