import { createInterface } from 'node:readline';
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
  output.write(`${change} in production? Type yes to go on: `);
  const lines = createInterface({ input, terminal: false });
  const { value: answer } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  // At the end of the input the cursor is still after the question.
  if (answer === undefined) output.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};
