import type { Command } from 'commander';
import type { OpenStage } from '../stage/stage.ts';
import { confirmProduction } from '../terminal/confirm.ts';
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
    ? (await import('../stage/local-stage.ts')).openLocalStage(
        dataDir,
        process.env['AWS_ENDPOINT_URL_DYNAMODB'],
      )
    : (await import('../stage/deployed-stage.ts')).openDeployedStage(name);

/** What a command does on its stage. It gets the command's arguments, and its options last. */
type Work<Args extends readonly unknown[]> = (
  stage: OpenStage,
  output: Output,
  ...args: Args
) => Promise<void>;

/**
 * The action of a command: it opens the stage that the command names, does the work, and closes the stage.
 * @param changeOf what the command changes, which production asks about; undefined if it only reads. It may refuse the arguments
 */
export const onStage = <Args extends readonly unknown[]>(
  work: Work<Args>,
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
