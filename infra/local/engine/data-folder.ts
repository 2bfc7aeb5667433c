import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstLine, StartupError } from '../../command-line/errors.ts';

/** Another process has the data folder open. */
export class FolderInUseError extends StartupError {}

/** The file of a data folder that holds all tables. */
export const databaseFile = (folder: string): string => join(folder, 'dynamodb.sqlite');

/**
 * Changes files in a data folder.
 * @throws StartupError in place of an error of the system, such as of a full disk
 */
export const inFolder = async <Value>(folder: string, change: () => Promise<Value>) => {
  try {
    return await change();
  } catch (error) {
    if (typeof error !== 'object' || error === null || !('syscall' in error)) throw error;
    throw new StartupError(
      `The data folder ${folder} cannot be written (${firstLine(error)}): choose another with --data-dir.`,
    );
  }
};

/**
 * Writes a file that only its owner reads, whole or not at all.
 * @throws StartupError if it cannot be written
 */
export const writeSecret = (file: string, content: string): Promise<void> =>
  inFolder(dirname(file), async () => {
    const temporary = `${file}.${process.pid}`;
    await writeFile(temporary, content, { mode: 0o600 });
    await rename(temporary, file);
  });

/** SQLite's result codes ("Result and Error Codes"). */
const SQLITE = { BUSY: 5, CORRUPT: 11, NOTADB: 26 };

/** The code that SQLite failed with, of which it may have given an extended form. */
const codeOf = (error: unknown): number => Number(Object(error).errcode) & 0xff;

/**
 * Locks a folder, as two engines on one file would not notice each other. The lock is an open transaction on an empty database:
 * the system ends it with this process, even after kill -9.
 * @throws FolderInUseError if another process has the lock
 */
export const lockFolder = (folder: string): DatabaseSync => {
  try {
    const lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    throw codeOf(error) === SQLITE.BUSY
      ? new FolderInUseError(
          `The data folder ${folder} is in use by another server: stop it, or choose another with --data-dir.`,
        )
      : new StartupError(
          `The data folder ${folder} cannot be locked (${firstLine(error)}): check its disk, or choose another with --data-dir.`,
        );
  }
};

/**
 * Reads the whole database of a folder, so that damage is found at the start and not during a request.
 * @throws StartupError if the database is damaged or cannot be read
 */
export const checkDatabase = (folder: string): void => {
  const file = databaseFile(folder);
  if (!existsSync(file)) return;
  let found: string;
  try {
    using database = new DatabaseSync(file);
    const row = database.prepare('PRAGMA quick_check(1)').get();
    // Its first line only names the database.
    found = firstLine(String(row?.['quick_check']).replace(/^\*\*\*.*\n/, ''));
  } catch (error) {
    found = firstLine(error);
    // Other errors, such as a full disk, do not damage the data.
    if (![SQLITE.CORRUPT, SQLITE.NOTADB].includes(codeOf(error))) {
      throw new StartupError(
        `The database ${file} cannot be read (${found}): check its disk, or choose another folder with --data-dir.`,
      );
    }
  }
  if (found === 'ok') return;
  throw new StartupError(
    `The database ${file} is damaged (${found}): delete it, or choose another folder with --data-dir.`,
  );
};

/**
 * Gives the engine's records of streams an index. At each write the engine looks for the newest record of a table, and it keeps
 * all of them: without the index a write takes ten times as long after some 50,000 others. Its queries use this expression.
 */
export const indexStreams = (folder: string): void => {
  using database = new DatabaseSync(databaseFile(folder), { timeout: 5000 });
  database.exec(
    'CREATE INDEX IF NOT EXISTS pet_store_stream_order ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  );
};
