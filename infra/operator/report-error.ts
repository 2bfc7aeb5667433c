import { CommanderError } from 'commander';
import { firstLine } from '../command-line/first-line.ts';
import { RefusedError, UsageError } from './errors.ts';
import { explainError } from './explain-error.ts';

/** Prints why a command was not carried out, and gives the exit status. */
export const reportError = (program: string, error: unknown): number => {
  // Commander has already printed its message, or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const expected = error instanceof RefusedError || error instanceof UsageError;
  const text = explainError(error) ?? (expected ? firstLine(error) : undefined);
  console.error(text === undefined ? error : `${program}: ${text}`);
  return error instanceof UsageError ? 2 : 1;
};
