import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** The checker's source, in Go. */
export const CHECKER_SOURCE = join(import.meta.dirname, 'checker');

const hashSource = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(CHECKER_SOURCE).sort()) {
    hash.update(name).update(readFileSync(join(CHECKER_SOURCE, name)));
  }
  return hash.digest('hex').slice(0, 12);
};

/** The path of the built checker. It is named after its source, so that a change builds another; git ignores it. */
export const checkerPath = (): string =>
  join(import.meta.dirname, '../../../.tools', `history-checker@${hashSource()}`);

const report = z.object({
  operations: z.number(),
  open: z.number(),
  partitions: z.number(),
  longest: z.number(),
  violations: z.array(
    z.object({
      partition: z.string(),
      after: z.number(),
      lines: z.array(z.number()),
    }),
  ),
  undecided: z.array(z.string()),
});

/** The checker's findings. */
export type Report = z.infer<typeof report>;

/** The checker could not read a history, or ran out of memory: one line. */
export class CheckerError extends Error {
  override readonly name = 'CheckerError';
}

/**
 * Gives the path of the checker.
 * @throws CheckerError if it is not built
 */
export const requireChecker = (): string => {
  const path = checkerPath();
  if (existsSync(path)) return path;
  throw new CheckerError(
    'The checker is not built, or its source has changed: npm run tools -- history',
  );
};

/**
 * Checks a history file. What it does not decide in time is in the report.
 * @throws CheckerError if it needs more memory, or cannot read the file
 */
export const checkHistory = (file: string, seconds: number, megabytes = 2048): Promise<Report> => {
  const path = requireChecker();
  const words = ['-time', `${seconds}s`, '-memory', String(megabytes), file];
  return new Promise((resolve, reject) => {
    execFile(path, words, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) resolve(report.parse(JSON.parse(stdout)));
      else reject(new CheckerError(stderr.trim().split('\n')[0] || error.message));
    });
  });
};

/** The last operations of a violation that are printed: mostly these suffice. */
const PRINTED = 20;

/** What a report says against a history, as lines of text: the operations that show each violation. */
export const explain = (file: string, { violations, undecided }: Report): readonly string[] => {
  const text = readFileSync(file, 'utf8').split('\n');
  return [
    ...violations.flatMap(({ partition, after, lines }) => [
      `No order of events explains what clients saw of ${partition}. It shows after ${after} answers, in ${lines.length} operations; the last of them:`,
      ...lines.slice(-PRINTED).map((line) => `  ${line}: ${text[line - 1]}`),
    ]),
    ...undecided.map((partition) => `Not decided in time: ${partition} (--check-seconds)`),
  ];
};
