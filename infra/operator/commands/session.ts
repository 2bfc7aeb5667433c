import { createInterface } from 'node:readline';
import type { Command } from '@commander-js/extra-typings';
import type { OpenStage } from '../stage/stage.ts';
import { RefusedError, UsageError } from '../terminal/errors.ts';
import { createOutput, type Output } from '../terminal/output.ts';

type CommonOptions = {
  stage: 'local' | 'production' | 'staging';
  dataDir: string;
  yes?: true;
  json?: true;
};

/** The command line with the options of all commands. */
export type Program = Command<[], CommonOptions>;

/** The stage that a command names, open, and how the command prints. */
export type Session = Omit<OpenStage, 'close'> & Output;

/** Loads only the modules of the stage that is named: the engine for this machine, or AWS clients. */
const openStage = async ({ stage, dataDir }: CommonOptions): Promise<OpenStage> =>
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
  const lines = createInterface({ input, terminal: false });
  const { value: answer } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  // At the end of the input the cursor is still after the question.
  if (answer === undefined) output.write('\n');
  if (answer?.trim().toLowerCase() !== 'yes') throw new RefusedError('Nothing was changed.');
};

/**
 * Opens the stage that a command names. `await using` closes it.
 * @param change what the command does, which production asks about before; undefined if it only reads
 */
export const openSession = async (
  command: { readonly optsWithGlobals: () => CommonOptions },
  change?: string,
): Promise<AsyncDisposable & Session> => {
  const options = command.optsWithGlobals();
  const asks = options.stage === 'production' && !options.yes;
  const output = createOutput(options.json, asks ? confirmProduction : undefined);
  if (change !== undefined) await output.confirm(change);
  const { close, ...stage } = await openStage(options);
  return { ...stage, ...output, [Symbol.asyncDispose]: close };
};
