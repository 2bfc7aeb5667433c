import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { RefusedError, UsageError } from './errors.ts';

/**
 * Asks before production is changed: on standard error, as standard output holds results.
 * @throws RefusedError if the answer is not yes
 * @throws UsageError if there is no terminal to ask in
 */
export const confirmProduction = async (change: string): Promise<void> => {
  if (!process.stdin.isTTY) {
    throw new UsageError('Production asks for confirmation: answer in a terminal, or pass --yes.');
  }
  const { stdin: input, stderr: output } = process;
  const lines = createInterface({ input, output, terminal: false });
  const answer = await Promise.race([
    lines.question(`${change} in production? Type yes to go on: `),
    once(lines, 'close').then(() => undefined),
  ]);
  lines.close();
  // At the end of the input the cursor is still after the question.
  if (answer === undefined) output.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};
