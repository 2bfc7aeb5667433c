import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { firstLine } from '../../command-line/first-line.ts';
import { StartupError } from '../startup-error.ts';

/** How far a function has read a table's stream. */
const Checkpoint = z.object({
  tableName: z.string(),
  /** Names the stream: those of an earlier table do not count. */
  streamArn: z.string(),
  shardId: z.string(),
  /** The last sequence number that the function took. */
  sequenceNumber: z.string(),
});

/** The sequence number of a checkpoint before the first record. */
export const BEFORE_FIRST = '0';

/** How far a function has read a table's stream. */
export type Checkpoint = z.infer<typeof Checkpoint>;

const All = z.record(z.string(), Checkpoint);

/** The file of a data folder that holds its checkpoints. */
export const checkpointsFile = (dataDir: string): string => join(dataDir, 'streams.json');

/**
 * Reads the checkpoints of a data folder, by their names.
 * @throws StartupError if they cannot be read
 */
export const readCheckpoints = (dataDir: string): Readonly<Record<string, Checkpoint>> => {
  const file = checkpointsFile(dataDir);
  if (!existsSync(file)) return {};
  try {
    return All.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartupError(
      error instanceof SyntaxError || error instanceof z.ZodError
        ? `The file ${file} is damaged: delete it. The changes of the last day are then read again, and none is recorded twice.`
        : `The file ${file} cannot be read (${firstLine(error)}): check its owner and its disk.`,
    );
  }
};

/** The checkpoints of a data folder. */
export interface Checkpoints {
  readonly find: (name: string) => Checkpoint | undefined;
  /** @throws Error if the file cannot be written */
  readonly save: (name: string, checkpoint: Checkpoint) => void;
}

/**
 * Opens the checkpoints of a data folder.
 * @throws StartupError if they cannot be read
 */
export const openCheckpoints = (dataDir: string): Checkpoints => {
  const all = new Map(Object.entries(readCheckpoints(dataDir)));
  return {
    find: (name) => all.get(name),
    save: (name, checkpoint) => {
      all.set(name, checkpoint);
      // Each write is atomic, and in the order of the calls.
      const temporary = `${checkpointsFile(dataDir)}.new`;
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 });
      renameSync(temporary, checkpointsFile(dataDir));
    },
  };
};
