import { createInterface } from 'node:readline';
import type { OpenStage } from '../stage/stage.ts';
import { RefusedError, UsageError } from '../terminal/errors.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import type { Program } from './program.ts';

/** The stage that a command names, open, and how the command prints. */
export type Session = OpenStage & Output;

/** Loads only the modules of the stage that is named: the engine for this machine, or AWS clients. */
const openStage = async ({ stage, dataDir }: ReturnType<Program['opts']>) =>
  stage === 'local'
    ? (await import('../stage/local-stage.ts')).openLocalStage(dataDir)
    : (await import('../stage/deployed-stage.ts')).openDeployedStage(stage);

/**
 * Asks before production is changed: on standard error, as standard output holds results.
 * @throws RefusedError if the answer is not yes
 * @throws UsageError without a terminal, where nobody can answer
 */
const confirmProduction = async (change: string): Promise<void> => {
  if (!process.stdin.isTTY) {
    throw new UsageError('Production asks for confirmation: answer in a terminal, or pass --yes.');
  }
  const { stdin: input, stderr: output } = process;
  output.write(`${change} in production? Type yes to go on: `);
  using lines = createInterface({ input, terminal: false });
  const { value: answer } = await lines[Symbol.asyncIterator]().next();
  // At the end of the input the cursor is still after the question.
  if (answer === undefined) output.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};

/**
 * Opens the stage that a command names. `await using` closes it.
 * @param change what the command does, which production asks about before; undefined if it only reads
 */
export const openSession = async (
  command: Pick<Program, 'optsWithGlobals'>,
  change?: string,
): Promise<AsyncDisposable & Session> => {
  const options = command.optsWithGlobals();
  const asks = options.stage === 'production' && !options.yes;
  const output = createOutput(options.json, asks ? confirmProduction : undefined);
  if (change !== undefined) await output.confirm(change);
  return { ...(await openStage(options)), ...output };
};
