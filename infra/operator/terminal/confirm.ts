import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { RefusedError, UsageError } from './errors.ts';

/** Where an operator is asked: standard input and standard error, as standard output holds results. */
interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable;
}

/**
 * Asks before production is changed.
 * @throws RefusedError if the answer is not yes
 * @throws UsageError if there is no terminal to ask in
 */
export const confirmProduction = async (
  change: string,
  { input, output }: Terminal = { input: process.stdin, output: process.stderr },
): Promise<void> => {
  if (!input.isTTY) {
    throw new UsageError('Production asks for confirmation: answer in a terminal, or pass --yes.');
  }
  const answer = await ask(`${change} in production? Type yes to go on: `, { input, output });
  // At the end of the input the cursor is still after the question.
  if (answer === undefined) output.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};

/** Reads one line; undefined at the end of the input. A loop over its lines would go on reading and keep the process alive. */
const ask = (question: string, { input, output }: Terminal): Promise<string | undefined> => {
  const lines = createInterface({ input });
  output.write(question);
  return new Promise((resolve) => {
    lines.once('line', resolve).once('line', () => lines.close());
    lines.once('close', () => resolve(undefined));
  });
};
