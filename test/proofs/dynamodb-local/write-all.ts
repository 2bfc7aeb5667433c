import { BatchWriteCommand, type BatchWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { TestEngine } from '../../support/engine.ts';

/** BatchWriteItem takes 25 items; as many requests are under way together. */
const BATCH = 25;
const UNDER_WAY = 4;

/** One put or delete of a BatchWriteItem. */
export type Write = NonNullable<
  NonNullable<BatchWriteCommandInput['RequestItems']>[string]
>[number];

/** Writes to a table for each number from 1 to `count`, past all that operations do. */
export const writeAll = async (
  { client, tables }: TestEngine,
  table: TableName,
  count: number,
  writeOf: (nth: number) => Write | undefined,
): Promise<void> => {
  let begun = 0;
  const writeBatches = async () => {
    while (begun < count) {
      const first = begun + 1;
      begun += BATCH;
      const writes = Array.from({ length: BATCH }, (_, index) => writeOf(first + index));
      await client.send(
        new BatchWriteCommand({
          RequestItems: { [tables[table]]: writes.filter((each) => each !== undefined) },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: UNDER_WAY }, writeBatches));
};
