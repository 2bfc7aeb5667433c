import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Schema } from '../schema.ts';
import { buildParseItems } from '../stored-item.ts';
import type { ItemLocation } from '../tables.ts';

/**
 * Reads a whole table of records for an operator, the oldest first: strongly consistent, a
 * megabyte a round trip. One that is malformed is left out, and logged: a key must be revocable
 * no matter what stands next to it.
 * @throws the errors of `lib/storage-errors.ts`
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
