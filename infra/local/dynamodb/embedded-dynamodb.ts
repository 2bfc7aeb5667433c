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
  readonly close: () => void;
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
  await probe(folder);
  const server = dynalite({ path: folder, createTableMs: 0, deleteTableMs: 0 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
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
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const locked = cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED';
    if (locked) {
      throw new FolderInUseError(
        `The data folder ${folder} is in use by another server: stop it, or choose another with --data-dir.`,
      );
    }
    throw new StartupError(
      `The data folder ${folder} cannot be opened (${firstLine(cause)}): delete it, or choose another with --data-dir.`,
    );
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
