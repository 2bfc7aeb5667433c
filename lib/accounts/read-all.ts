import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import type { Schema } from '../http/contract.ts';
import { logWarning } from '../log.ts';

/**
 * Reads a whole table of records for an operator, the oldest first: strongly consistent, a
 * megabyte a round trip. One that is malformed is left out, and logged: a key must be revocable
 * whatever stands beside it.
 * @throws the errors of `lib/storage-errors.ts`
 */
export const readAll = async <Record extends { readonly createdAt: string }>(
  client: DynamoDBDocumentClient,
  table: string,
  schema: Schema<Record>,
): Promise<readonly Record[]> => {
  const records: Record[] = [];
  for await (const { Items = [] } of paginateScan(
    { client },
    { TableName: table, ConsistentRead: true },
  )) {
    for (const item of Items) {
      const { success, data, error } = schema.safeParse(item);
      if (success) records.push(data);
      else logWarning('malformed_record', error);
    }
  }
  return records.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
};
