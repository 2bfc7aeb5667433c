import type { Command } from 'commander';
import { confirmProduction } from './confirm.ts';
import { createOutput, type Output } from './output.ts';
import type { OpenStage } from './stage.ts';

interface CommonOptions {
  readonly stage: 'local' | 'production' | 'staging';
  readonly dataDir: string;
  readonly yes?: true;
  readonly json?: true;
}

/** Loads only the modules of the stage that is named: the engine for this machine, or AWS clients. */
const openStage = async (name: CommonOptions['stage'], dataDir: string): Promise<OpenStage> =>
  name === 'local'
    ? (await import('./local-stage.ts')).openLocalStage(
        dataDir,
        process.env['AWS_ENDPOINT_URL_DYNAMODB'],
      )
    : (await import('./deployed-stage.ts')).openDeployedStage(name);

/** The options that name a command's stage, to be pasted into another command. */
export const stageOptions = (command: Command): string => {
  const { stage, dataDir } = command.optsWithGlobals<CommonOptions>();
  const typed = command.getOptionValueSourceWithGlobals('dataDir') === 'cli';
  return typed ? `--stage ${stage} --data-dir '${dataDir}'` : `--stage ${stage}`;
};

/**
 * Opens the stage that a command names, does the work, and closes the stage.
 * @param change what the command changes, which production asks about; left out if it only reads
 * @throws RefusedError, UsageError, and the errors of storage and of the AWS SDK
 */
export const runOnStage = async (
  command: Command,
  work: (stage: OpenStage, output: Output) => Promise<void>,
  change?: string,
): Promise<void> => {
  const { stage: name, dataDir, yes, json } = command.optsWithGlobals<CommonOptions>();
  if (name === 'production' && change !== undefined && !yes) await confirmProduction(change);
  const stage = await openStage(name, dataDir);
  try {
    await work(stage, createOutput(json));
  } finally {
    await stage.close();
  }
};
