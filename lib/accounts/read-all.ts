import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';

/**
 * Reads a whole table of records for an operator, the oldest first: strongly consistent, a
 * megabyte a round trip. `parse` reads one item.
 * @throws the errors of `lib/storage-errors.ts`, and those of `parse`
 */
export const readAll = async <Record extends { readonly createdAt: string }>(
  client: DynamoDBDocumentClient,
  table: string,
  parse: (item: unknown) => Record,
): Promise<readonly Record[]> => {
  const records: Record[] = [];
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: table, ConsistentRead: true },
  )) {
    records.push(...Items.map(parse));
  }
  return records.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
};
