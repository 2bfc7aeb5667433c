import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstLine } from '../../command-line/first-line.ts';
import { StartupError } from '../startup-error.ts';

/** Another process has opened the folder. */
export class FolderInUseError extends StartupError {
  override readonly name: string = 'FolderInUseError';
}

/** The file of a data folder that holds all tables. */
export const databaseFile = (folder: string): string => join(folder, 'dynamodb.sqlite');

/** SQLite's result codes ("Result and Error Codes"). */
const SQLITE = { BUSY: 5, CORRUPT: 11, NOTADB: 26 } as const;

/** Whether SQLite failed with one of these codes, or an extended form of it. */
const failedWith = (error: unknown, ...codes: readonly number[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'errcode' in error &&
  codes.includes(Number(error.errcode) & 0xff);

/**
 * Locks a folder until this process ends: two engines on one file would not notice each other. The
 * lock is an open transaction on an empty database. The system ends it with the process, even after
 * kill -9.
 * @throws FolderInUseError if another process has the lock
 */
export const lockFolder = (folder: string): DatabaseSync => {
  try {
    const lock = new DatabaseSync(join(folder, 'lock'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    if (failedWith(error, SQLITE.BUSY)) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by another server: stop it, or choose another with --data-dir.`,
      );
    }
    const fix = failedWith(error, SQLITE.CORRUPT, SQLITE.NOTADB)
      ? `delete ${join(folder, 'lock')}`
      : 'check its disk';
    throw new StartupError(
      `The data folder ${folder} cannot be locked (${firstLine(error)}): ${fix}, or choose another with --data-dir.`,
    );
  }
};

/**
 * Reads the whole database of a folder, so that damage is found at the start and not during a
 * request.
 * @throws StartupError if the database is damaged or cannot be read
 */
export const checkDatabase = (folder: string): void => {
  const file = databaseFile(folder);
  if (!existsSync(file)) return;
  const reason = findDamage(file);
  if (reason === undefined) return;
  throw new StartupError(
    `The database ${file} is damaged (${reason}): delete it, or choose another folder with --data-dir.`,
  );
};

const findDamage = (file: string): string | undefined => {
  try {
    const database = new DatabaseSync(file);
    try {
      const { quick_check: found } = database.prepare('PRAGMA quick_check(1)').get() ?? {};
      // Its first line only names the database.
      return found === 'ok' ? undefined : firstLine(String(found).replace(/^\*\*\*.*\n/, ''));
    } finally {
      database.close();
    }
  } catch (error) {
    if (failedWith(error, SQLITE.CORRUPT, SQLITE.NOTADB)) return firstLine(error);
    // Other errors, such as a full disk, do not damage the data.
    throw new StartupError(
      `The database ${file} cannot be read (${firstLine(error)}): check its disk, or choose another folder with --data-dir.`,
    );
  }
};
