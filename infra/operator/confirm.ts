import { createInterface } from 'node:readline/promises';
import { RefusedError, UsageError } from './errors.ts';

/**
 * Asks before production is changed. The question goes to standard error.
 * @throws RefusedError if the answer is no
 * @throws UsageError if there is no terminal to ask in
 */
export const confirmProduction = async (change: string): Promise<void> => {
  if (!process.stdin.isTTY) {
    throw new UsageError('Production asks for confirmation: answer in a terminal, or pass --yes.');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${change} in production? Type yes to go on: `);
  terminal.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};
