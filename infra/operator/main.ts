import { CommanderError } from 'commander';
import { firstLine, StartupError } from '../local/startup-error.ts';
import { RefusedError, UsageError } from './errors.ts';
import { explainError } from './explain-error.ts';
import { createProgram } from './program.ts';

/** Prints why a command was not carried out, and gives the exit status. */
const report = (error: unknown): number => {
  // Commander has printed its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  const expected = error instanceof RefusedError || error instanceof UsageError;
  const known = expected || error instanceof StartupError;
  const explained = explainError(error);
  console.error(`operator: ${known ? error.message : (explained ?? firstLine(error))}`);
  if (!known && explained === undefined && error instanceof Error) console.error(error.stack);
  return error instanceof UsageError ? 2 : 1;
};

try {
  if (process.argv.some((argument) => /pet_(?:live|test)_/i.test(argument))) {
    throw new UsageError(
      'That looks like an API key, and no command takes one: name a key by its id, key_…, which key list shows. It is in your shell’s history now: clear that, and roll the key if others can read it.',
    );
  }
  await createProgram().parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
