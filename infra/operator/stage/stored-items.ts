import { setTimeout } from 'node:timers/promises';
import {
  type AttributeValue,
  BatchWriteItemCommand,
  ScanCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import { readItem } from '../../../lib/storage/document-client.ts';
import { keyAttributes, type TableName } from '../../../lib/storage/tables.ts';
import { inParallel } from './in-parallel.ts';

/** An item as DynamoDB sends it. Its values are not converted, so a copy is exact. */
export type StoredItem = Readonly<Record<string, AttributeValue>>;

/** The attributes of an item that are its key. */
export const keyOf = <Value>(name: TableName, item: Readonly<Record<string, Value>>) =>
  Object.fromEntries(keyAttributes(name).map((attribute) => [attribute, item[attribute]]));

const BATCH_SIZE = 25;

/** With the pauses between, for about a minute. */
const MAX_ATTEMPTS = 20;

/** Reads a whole table, strongly consistent, one megabyte in each round trip. */
export async function* readItems(
  client: DynamoDBDocumentClient,
  table: string,
): AsyncGenerator<StoredItem, void, undefined> {
  let start: StoredItem | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ExclusiveStartKey: start }),
    );
    yield* Items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

/** Reads a whole table like `readItems`, with values converted as functions read them. */
export async function* readDocuments(client: DynamoDBDocumentClient, table: string) {
  for await (const item of readItems(client, table)) yield readItem({ ...item });
}

/**
 * Writes to a table, in no order, as fast as DynamoDB takes it.
 * @throws StorageUnavailableError or StorageTimeoutError if DynamoDB takes nothing for a minute
 */
export const writeItems = (
  client: DynamoDBDocumentClient,
  table: string,
  writes: AsyncIterable<{ readonly write: WriteRequest }>,
): Promise<void> =>
  inParallel(inBatches(writes), (batch) => {
    let left = batch.map(({ write }) => write);
    return tryForAMinute(async () => {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [table]: left } }),
      );
      left = UnprocessedItems?.[table] ?? [];
      if (left.length > 0) throw new StorageUnavailableError('Storage keeps throttling');
    });
  });

async function* inBatches<Item>(items: AsyncIterable<Item>) {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Does work again while DynamoDB is too busy, or does not answer.
 * @throws its last StorageUnavailableError or StorageTimeoutError, after about a minute
 */
export const tryForAMinute = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (let sent = 1; ; sent += 1) {
    try {
      return await work();
    } catch (error) {
      const passing =
        error instanceof StorageUnavailableError || error instanceof StorageTimeoutError;
      if (!passing || sent === MAX_ATTEMPTS) throw error;
    }
    await setTimeout(Math.random() * Math.min(25 * 2 ** sent, 6400));
  }
};
