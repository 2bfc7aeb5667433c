import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { OpenStage } from '../stage/stage.ts';
import { RefusedError, UsageError } from '../terminal/errors.ts';
import { createOutput, type Output } from '../terminal/output.ts';

interface CommonOptions {
  readonly stage: 'local' | 'production' | 'staging';
  readonly dataDir: string;
  readonly yes?: true;
  readonly json?: true;
}

/** Loads only the modules of the stage that is named: the engine for this machine, or AWS clients. */
const openStage = async (name: CommonOptions['stage'], dataDir: string): Promise<OpenStage> =>
  name === 'local'
    ? (await import('../stage/local-stage.ts')).openLocalStage(dataDir)
    : (await import('../stage/deployed-stage.ts')).openDeployedStage(name);

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
 * The action of a command: it opens the stage that the command names, does the work, and closes the stage.
 * @param work gets the command's arguments, and its options last
 * @param changeOf what the command changes, which production asks about; undefined if it only reads. It may refuse the arguments
 */
export const onStage = <Args extends readonly unknown[]>(
  work: (stage: OpenStage, output: Output, ...args: Args) => Promise<void>,
  changeOf?: string | ((...args: Args) => string | undefined),
) =>
  async function (this: Command, ...args: Args): Promise<void> {
    const { stage: name, dataDir, yes, json } = this.optsWithGlobals<CommonOptions>();
    const change = typeof changeOf === 'function' ? changeOf(...args) : changeOf;
    const confirm = name === 'production' && !yes ? confirmProduction : undefined;
    if (change !== undefined) await confirm?.(change);
    const stage = await openStage(name, dataDir);
    try {
      await work(stage, createOutput(json, confirm), ...args);
    } finally {
      await stage.close();
    }
  };
