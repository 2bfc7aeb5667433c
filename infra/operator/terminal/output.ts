import { setTimeout } from 'node:timers/promises';
import { AUTHORIZER_CACHE_SECONDS } from '../../../lib/accounts/api-key.ts';
import { writeJson } from '../../../lib/values/json.ts';
import { RefusedError } from './errors.ts';

/** What a command prints: the result on standard output, messages on standard error. */
export const createOutput = (json = false, confirm = async (_change: string) => {}) => {
  const print = (value: unknown, text: string) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.once('error', reject);
      process.stdout.write(`${json ? writeJson(value, 2) : text}\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  return {
    /** Like `result`, but throws an Error if the reader has ended. */
    secret: print,
    /**
     * To standard output: the value with --json, else the text. It is not an error if the reader has
     * ended, as `head` does.
     * @throws RefusedError if it cannot be written there
     */
    result: (value: unknown, text: string) =>
      print(value, text).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE') return;
        throw new RefusedError(`Standard output cannot be written (${error.message}).`);
      }),
    note: (text: string) => console.error(text),
    /** Asks before a change of production, if a command knows only later what it changes. */
    confirm,
    /** Notes that the command waits for a time, and why. Resolves then. */
    waitUntil: async (time: Date, why: string) => {
      console.error(`Waits until ${time.toISOString()}: ${why}.`);
      await setTimeout(time.getTime() - Date.now());
    },
  };
};
export type Output = ReturnType<typeof createOutput>;

/**
 * When a key is refused at the latest. API Gateway caches an authorizer's answer from before the
 * key's end, and from before the end was written.
 */
export const refusedBy = (end: Date, written: Date = new Date()): string =>
  new Date(Math.max(Number(end), Number(written)) + AUTHORIZER_CACHE_SECONDS * 1000).toISOString();

/** A time to the minute, for people. */
export const minute = (time: string | undefined): string | undefined =>
  time?.slice(0, 16).replace('T', ' ');

/** The columns of a table for people: what each shows of a row, by its heading. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => unknown>>;

/** Writes rows for people. Columns are as wide as their longest cell, two spaces apart; `-` stands for a missing value. */
export const table = <Row>(rows: readonly Row[], columns: Columns<Row>): string => {
  const cells = rows.map((row) => Object.values(columns).map((cell) => String(cell(row) ?? '-')));
  const lines = [Object.keys(columns), ...cells];
  const widths = Object.keys(columns).map((_heading, column) =>
    lines.reduce((width, line) => Math.max(width, line[column]?.length ?? 0), 0),
  );
  const pad = (cell: string, column: number) => cell.padEnd(widths[column] ?? 0);
  return lines.map((line) => line.map(pad).join('  ').trimEnd()).join('\n');
};
