import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { firstLine, StartupError } from '../startup-error.ts';

/** How far a mapping has read a table's stream. */
const checkpoint = z.object({
  tableName: z.string(),
  /** When the table was created: sequence numbers of an earlier table's stream do not count. */
  created: z.string(),
  /** The last sequence number that a function took, for each shard; empty at a shard's beginning. */
  shards: z.record(z.string(), z.string()),
});

/** How far a mapping has read a table's stream. */
export type Checkpoint = z.infer<typeof checkpoint>;

const checkpoints = z.record(z.string(), checkpoint);

const fileOf = (folder: string): string => join(folder, 'streams.json');

/**
 * Reads a data folder's checkpoints, by the names of mappings.
 * @throws StartupError if they cannot be read
 */
export const readCheckpoints = (folder: string): Record<string, Checkpoint> => {
  const file = fileOf(folder);
  if (!existsSync(file)) return {};
  try {
    return checkpoints.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new StartupError(
      `The file ${file} cannot be read (${firstLine(error)}): delete it. Functions then get the changes of the last day again.`,
    );
  }
};

/** The checkpoints of the mappings of a stack. */
export interface Checkpoints {
  /** Undefined for a table, by its time of creation, that was not read yet. */
  readonly find: (mapping: string, created: string) => Checkpoint | undefined;
  /** @throws Error if the file cannot be written */
  readonly save: (mapping: string, checkpoint: Checkpoint) => void;
}

/**
 * Opens a data folder's checkpoints, and removes those of mappings that are no longer in the stack.
 * @param folder without one they are kept in memory
 * @throws StartupError if they cannot be read
 */
export const openCheckpoints = (
  folder: string | undefined,
  mappings: readonly string[],
): Checkpoints => {
  const all = new Map(
    Object.entries(folder === undefined ? {} : readCheckpoints(folder)).filter(([mapping]) =>
      mappings.includes(mapping),
    ),
  );
  return {
    find: (mapping, created) => {
      const found = all.get(mapping);
      return found?.created === created ? found : undefined;
    },
    save: (mapping, reached) => {
      all.set(mapping, reached);
      if (folder === undefined) return;
      // Each write is atomic, and in the order of the calls.
      const temporary = `${fileOf(folder)}.new`;
      writeFileSync(temporary, JSON.stringify(Object.fromEntries(all)), { mode: 0o600 });
      renameSync(temporary, fileOf(folder));
    },
  };
};
