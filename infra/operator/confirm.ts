import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { RefusedError, UsageError } from './errors.ts';

/** Where an operator is asked: standard input, and standard error, as the other holds results. */
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
  output.write(`${change} in production? Type yes to go on: `);
  for await (const answer of createInterface({ input })) {
    if (answer.trim().toLowerCase() === 'yes') return;
    break;
  }
  throw new RefusedError('Nothing was changed.');
};
