import { DatabaseSync } from 'node:sqlite';
import {
  BEFORE_FIRST,
  checkpointsFile,
  openCheckpoints,
  readCheckpoints,
} from '../streams/checkpoints.ts';
import { databaseFile } from './data-folder.ts';

/** How long a stream keeps a record. Amazon DynamoDB Developer Guide, "Change data capture for DynamoDB Streams". */
const RETENTION_SECONDS = 24 * 60 * 60;

/** How long to wait for the engine's writes. The engine waits as long for others. */
const LOCK_TIMEOUT_MS = 5000;

/**
 * At each write the engine looks for a table's newest record. Without this index it reads all
 * records: at 50,000 of them a write took eight times as long. Its queries use this expression.
 */
const INDEX =
  'CREATE INDEX IF NOT EXISTS pet_store_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))';

/**
 * Removes records older than a day, which DynamoDB removes and the engine keeps. Records that a function has not taken yet
 * stay, as a server may have been off for longer: without a checkpoint all of them. Each table's newest record stays too, as the
 * engine numbers the next one by it.
 * @param now in s since the epoch
 */
export const trimStreams = (folder: string, now: number = Math.floor(Date.now() / 1000)): void => {
  const checkpoints = Object.values(readCheckpoints(folder));
  const database = new DatabaseSync(databaseFile(folder), { timeout: LOCK_TIMEOUT_MS });
  try {
    database.exec(INDEX);
    const remove = database.prepare(`
      DELETE FROM _stream_records WHERE table_name = :table AND created_at < :before
        AND CAST(sequence_number AS INTEGER) <= :taken
        AND CAST(sequence_number AS INTEGER) < (
          SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :table)`);
    for (const [table, ofTable] of Map.groupBy(checkpoints, ({ tableName }) => tableName)) {
      const taken = Math.min(...ofTable.map(({ sequenceNumber }) => Number(sequenceNumber)));
      remove.run({ table, before: now - RETENTION_SECONDS, taken });
    }
  } finally {
    database.close();
  }
};

/**
 * Sets back checkpoints that are newer than the database, which is then a copy from before: its next changes would get
 * numbers that count as read. Functions get all again that it has, and leave out what is recorded.
 * @returns a line for the terminal; undefined if there are none
 */
export const resetNewerCheckpoints = (folder: string): string | undefined => {
  const file = databaseFile(folder);
  const newer: string[] = [];
  const database = new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
  try {
    const { find, save } = openCheckpoints(folder);
    const newest = database.prepare(
      'SELECT MAX(CAST(sequence_number AS INTEGER)) AS number FROM _stream_records WHERE table_name = ?',
    );
    for (const name of Object.keys(readCheckpoints(folder))) {
      const checkpoint = find(name);
      if (checkpoint === undefined) continue;
      const { number } = newest.get(checkpoint.tableName) ?? {};
      if (Number(checkpoint.sequenceNumber) <= Number(number ?? 0)) continue;
      save(name, { ...checkpoint, sequenceNumber: BEFORE_FIRST });
      newer.push(name);
    }
  } finally {
    database.close();
  }
  if (newer.length === 0) return undefined;
  return `The database ${file} is older than ${checkpointsFile(folder)}: its streams are read again from their beginning. To see whether an event is missing, run: npm run -s operator -- events check --stage local --data-dir ${folder}`;
};
