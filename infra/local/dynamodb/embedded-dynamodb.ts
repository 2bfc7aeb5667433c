import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import dynalite from 'dynalite';
import { Level } from 'level';
import { firstLine, StartupError } from '../startup-error.ts';

/** A DynamoDB engine on this machine. */
export interface Engine {
  readonly endpoint: string;
  readonly close: () => Promise<void>;
}

/** Another process has opened the folder. */
export class FolderInUseError extends StartupError {
  override readonly name: string = 'FolderInUseError';
}

/**
 * Starts dynalite on a free port of the loopback interface.
 * @param folder where it keeps its data; it is made if it is missing
 * @throws FolderInUseError if another process has it open
 * @throws StartupError if the folder is damaged or cannot be written
 */
export const startEmbeddedDynamoDB = async (folder: string): Promise<Engine> => {
  const lock = await lockFolder(folder);
  await probe(folder).catch(async (error: unknown) => {
    await lock.close();
    throw error;
  });
  await closeOnReturn(lock);
  const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await lock.close();
    },
  };
};

/**
 * Holds a folder for this process, until it closes the lock or ends in whatever way: a database of
 * its own beside the folder, empty, because LevelDB's own lock is let go between probing the
 * folder and opening it.
 */
const lockFolder = async (folder: string): Promise<Level> => {
  const lock = new Level(`${folder}.lock`);
  try {
    await lock.open();
    return lock;
  } catch (error) {
    const cause = causeOf(error);
    if (cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED') {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by another server: stop it, or choose another with --data-dir.`,
      );
    }
    throw new StartupError(
      `The data folder ${folder} cannot be locked (${firstLine(cause)}): mend that, or choose another with --data-dir.`,
    );
  }
};

/**
 * Lets level's iterators be closed by `return`, which dynalite calls at the end of each query and which
 * they have not: they would stay open, and in memory, as long as the database.
 */
const closeOnReturn = async (database: Level): Promise<void> => {
  const iterator = database.values();
  let holder: object = Object.getPrototypeOf(iterator);
  while (!Object.hasOwn(holder, 'close')) holder = Object.getPrototypeOf(holder);
  Object.defineProperty(holder, 'return', {
    configurable: true,
    value(this: Pick<typeof iterator, 'close'>) {
      return this.close();
    },
  });
  await iterator.close();
};

/**
 * Opens the database once before dynalite does, which hides why it cannot. LevelDB opens a damaged
 * one without what it cannot read, and says so in its log only.
 */
const probe = async (folder: string): Promise<void> => {
  const database = new Level(folder);
  try {
    await database.open();
    await database.close();
  } catch (error) {
    throw cannotBeOpened(folder, causeOf(error));
  }
  const marker = join(folder, 'DAMAGED');
  if (/dropping \d+ bytes/.test(await readFile(join(folder, 'LOG'), 'utf8'))) {
    await writeFile(marker, '');
  }
  if (existsSync(marker)) {
    throw new StartupError(
      `The data folder ${folder} is damaged, and some of its data is lost: delete it, or choose another with --data-dir.`,
    );
  }
};

const causeOf = (error: unknown): unknown =>
  error instanceof Error && error.cause instanceof Error ? error.cause : error;

const cannotBeOpened = (folder: string, cause: unknown): StartupError =>
  new StartupError(
    `The data folder ${folder} cannot be opened (${firstLine(cause)}): delete it, or choose another with --data-dir.`,
  );
