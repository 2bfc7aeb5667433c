import { DatabaseSync } from 'node:sqlite';
import { databaseFile } from '../dynamodb/data-folder.ts';
import { readCheckpoints } from './checkpoints.ts';

/** How long a stream keeps a record. Amazon DynamoDB Developer Guide, "Change data capture for DynamoDB Streams". */
const KEPT_SECONDS = 24 * 60 * 60;

/** Ms to wait for the engine's own writes; it waits as long for others'. */
const PATIENCE = 5000;

/**
 * The engine looks for a table's newest record at each write, through all records without this: at 50,000 a write took
 * eight times as long. Its queries use this expression.
 */
const INDEX =
  'CREATE INDEX IF NOT EXISTS local_aws_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))';

/**
 * Removes what DynamoDB removes and the engine keeps for ever: records of more than a day ago. Those that a function
 * has not taken yet stay, as a server may have been off for longer, and each table's newest one, by which the engine
 * numbers the next.
 * @param now in s since the epoch
 */
export const trimStreams = (folder: string, now: number = Math.floor(Date.now() / 1000)): void => {
  const checkpoints = Object.values(readCheckpoints(folder));
  const database = new DatabaseSync(databaseFile(folder), { timeout: PATIENCE });
  try {
    database.exec(INDEX);
    const remove = database.prepare(`
      DELETE FROM _stream_records WHERE table_name = :table AND created_at < :before
        AND CAST(sequence_number AS INTEGER) <= :taken
        AND CAST(sequence_number AS INTEGER) < (
          SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :table)`);
    for (const { table_name } of database.prepare('SELECT table_name FROM _tables').all()) {
      const table = String(table_name);
      const taken = checkpoints
        .filter(({ tableName }) => tableName === table)
        .flatMap(({ shards }) => Object.values(shards).map(Number));
      remove.run({
        table,
        before: now - KEPT_SECONDS,
        taken: Math.min(Number.MAX_SAFE_INTEGER, ...taken),
      });
    }
  } finally {
    database.close();
  }
};
