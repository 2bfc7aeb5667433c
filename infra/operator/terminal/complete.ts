import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { UsageError } from './errors.ts';

/** The shell function that `docs/operators.md` defines. */
const NAME = 'operator';

/**
 * Prints the script that completes commands in a shell (`complete bash`), or for that script what may follow some words
 * (`complete -- key l`).
 * @throws UsageError if the shell is another one
 */
export const complete = (program: Command, [shell = '', ...words]: readonly string[]): void => {
  const completions = tab(program);
  for (const { options } of completions.commands.values()) {
    for (const [name, option] of completions.options) options.set(name, option);
  }
  if (shell === '--') completions.parse([...words]);
  else if (['bash', 'zsh'].includes(shell)) completions.setup(NAME, NAME, shell);
  else throw new UsageError('Say complete bash, or complete zsh.');
};
