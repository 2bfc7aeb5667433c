import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import cdk from '../../cdk.json' with { type: 'json' };
import { ROOT } from './project.ts';
import { ownTemporaryFolder } from './temporary-folder.ts';

/**
 * Makes the cloud assembly of all stacks, as `cdk synth` does, without the second that the CDK's
 * command line takes to start.
 * @throws Error with what the app printed, if it fails
 */
export const synthesize = async (outdir: string): Promise<void> => {
  await promisify(execFile)(process.execPath, [cdk.app.replace('node ', '')], {
    cwd: ROOT,
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      // The tests of bundles run with either.
      CDK_CONTEXT_JSON: JSON.stringify({ ...cdk.context, sdk: process.env['SDK'] }),
      // The CDK's check of templates against CloudFormation's types takes half of the time, and
      // only warns. `npx cdk synth` runs it. The rule packs run here too.
      CDK_VALIDATION: 'false',
    },
  });
};

let underWay: Promise<void> = Promise.resolve();

/** Ends when the assembly is there that the setup of a project began. */
export const synthesized = (): Promise<void> => underWay;

/**
 * Before the first test of a project that reads the assembly: begins to synthesize it. `assembly.ts` finds it. Setups of other
 * projects run meanwhile.
 */
export default (): void => {
  const outdir = join(ownTemporaryFolder(), 'assembly');
  underWay = synthesize(outdir);
  // `synthesized` throws it.
  underWay.catch(() => {});
  process.env['TEST_ASSEMBLY'] = outdir;
};
