import { appendFileSync, existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { attempt } from '../../../lib/values/attempt.ts';
import { inFolder } from '../engine/data-folder.ts';

const LogLine = z.object({
  /** ISO 8601, in UTC. */
  time: z.string(),
  /** `functions`, or an API such as `pets-api`. */
  log: z.string(),
  /** The function that printed it, such as `createPet`. */
  part: z.optional(z.string()),
  /** As on AWS. */
  message: z.string(),
});

/** Appends a line. It never throws: with a full disk, lines are left out. */
export type AppendLine = (line: Omit<z.infer<typeof LogLine>, 'time'>) => void;

/** When a file has more bytes it becomes the older one of the two, and the older one before is removed. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The files of a data folder: the older one, and the one that lines are added to. */
const filesOf = (dataDir: string) =>
  [join(dataDir, 'log.older.jsonl'), join(dataDir, 'log.jsonl')] as const;

/**
 * Opens the logs of a data folder. Each line is written at once, so that kill -9 loses none.
 * @throws StartupError if the file cannot be written
 */
export const openLogFile = async (dataDir: string, maxBytes = MAX_BYTES): Promise<AppendLine> => {
  const [olderFile, file] = filesOf(dataDir);
  const append = (text: string): void => appendFileSync(file, text, { mode: 0o600 });
  await inFolder(dataDir, async () => append(''));
  return (line) => {
    try {
      if (statSync(file).size > maxBytes) renameSync(file, olderFile);
      append(`${JSON.stringify({ time: new Date().toISOString(), ...line })}\n`);
    } catch {
      // The terminal shows the line, too.
    }
  };
};

/** Reads the logs of a data folder, the oldest line first. A line that was cut off is left out. */
export const readLogFile = (dataDir: string) =>
  filesOf(dataDir)
    .filter((file) => existsSync(file))
    .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
    .flatMap((text) => attempt(() => LogLine.parse(JSON.parse(text))) ?? []);
