import { DatabaseSync } from 'node:sqlite';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { createTable } from '../engine/tables.ts';

/** How far a function has read a table's stream. */
const Checkpoint = z.object({
  /** The function and the table. */
  name: z.string(),
  tableName: z.string(),
  /** Names the stream: those of an earlier table do not count. */
  streamArn: z.string(),
  shardId: z.string(),
  /** The last sequence number that the function took. */
  sequenceNumber: z.string(),
});
export type Checkpoint = z.infer<typeof Checkpoint>;

const TableName = 'pet-store-local-checkpoints';

/** The checkpoints of an engine. */
export interface Checkpoints {
  readonly find: (name: string) => Promise<Checkpoint | undefined>;
  readonly list: () => Promise<readonly Checkpoint[]>;
  readonly save: (checkpoint: Checkpoint) => Promise<void>;
}

/**
 * Opens the checkpoints of an engine. They are in a table beside the streams, so that a copy of the database has those of its
 * time: a start with it reads on where it was.
 */
export const openCheckpoints = async (client: DynamoDBDocumentClient): Promise<Checkpoints> => {
  await createTable(client, TableName, { key: { name: 'S' } });
  return {
    find: async (name) => {
      const { Item } = await client.send(
        new GetCommand({ TableName, Key: { name }, ConsistentRead: true }),
      );
      return Item && Checkpoint.parse(Item);
    },
    list: async () => {
      const { Items } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      return z.array(Checkpoint).parse(Items);
    },
    save: async (Item) => {
      await client.send(new PutCommand({ TableName, Item }));
    },
  };
};

/**
 * At each write the engine looks for a table's newest record. Without this index it reads all
 * records: at 50,000 of them a write took eight times as long. Its queries use this expression.
 */
const INDEX =
  'CREATE INDEX IF NOT EXISTS pet_store_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))';

const REMOVE = `
  DELETE FROM _stream_records WHERE table_name = :table AND created_at < :before
    AND CAST(sequence_number AS INTEGER) <= :taken
    AND CAST(sequence_number AS INTEGER) < (
      SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :table)`;

/**
 * Removes records older than a day from the embedded engine's database, which DynamoDB removes and the engine keeps. Records that
 * a function has not taken yet stay, as a server may have been off for longer. Each table's newest record stays too, as the engine
 * numbers the next one by it.
 */
export const trimStreams = (file: string, checkpoints: readonly Checkpoint[]): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(INDEX);
    const remove = database.prepare(REMOVE);
    const before = Math.floor(Date.now() / 1000) - 24 * 60 * 60;
    for (const [table, ofTable] of Map.groupBy(checkpoints, ({ tableName }) => tableName)) {
      const taken = Math.min(...ofTable.map(({ sequenceNumber }) => Number(sequenceNumber)));
      remove.run({ table, before, taken });
    }
  } finally {
    database.close();
  }
};
