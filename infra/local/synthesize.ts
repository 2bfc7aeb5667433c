import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { StartupError, writeInFolder } from 'local-aws';
import * as z from 'zod';
import { cdkConfiguration } from './cdk-configuration.ts';
import { hashSynthesisInputs } from './synthesis-inputs.ts';

const ROOT = join(import.meta.dirname, '../..');
const END_WITH_PARENT = new URL('./end-with-parent.ts', import.meta.url).href;

/** Where a data folder keeps the last cloud assembly. */
export const assemblyFolder = (dataDir: string): string => join(dataDir, 'cdk.out');

/** Holds the hash of an assembly's inputs. It is written last, so it is missing if the assembly is not complete. */
const INPUTS = 'inputs.sha256';

/** Whether a folder holds the assembly that a synthesis would make now. */
export const isUpToDate = async (outdir: string): Promise<boolean> => {
  const made = await readFile(join(outdir, INPUTS), 'utf8').catch(() => undefined);
  return made === (await hashSynthesisInputs(ROOT));
};

/**
 * Makes a cloud assembly, unless the one in the folder is up to date.
 * @param outdir where the cloud assembly goes
 * @throws StartupError if the app fails, with its error, or if the folder above cannot be written
 */
export const synthesize = async (outdir: string): Promise<void> => {
  if (await isUpToDate(outdir)) return;
  const inputs = await hashSynthesisInputs(ROOT);
  await writeInFolder(dirname(outdir), async () => {
    await markIncomplete(outdir);
    await runApp(outdir);
    await makeRelative(outdir);
    // Nobody knows whether it holds what was saved meanwhile.
    if ((await hashSynthesisInputs(ROOT)) === inputs) await writeFile(join(outdir, INPUTS), inputs);
  });
};

/** Has the next start synthesize: what is in the folder is no longer what a whole synthesis makes. */
export const markIncomplete = (outdir: string): Promise<void> =>
  rm(join(outdir, INPUTS), { force: true });

/** Names the assets relative to the folder, so that a copy of it is whole. */
const makeRelative = async (outdir: string): Promise<void> => {
  const names = await readdir(outdir);
  const files = names.filter((name) => name.endsWith('.assets.json'));
  const prefix = JSON.stringify(`${outdir}${sep}`).slice(1, -1);
  for (const file of files.map((name) => join(outdir, name))) {
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(prefix, ''));
  }
};

/** Runs the app of `cdk.json` as `cdk synth` does, without the CDK CLI's own start-up time. */
const runApp = async (outdir: string): Promise<void> => {
  const { app, context } = cdkConfiguration();
  try {
    const args = ['--import', END_WITH_PARENT, app.slice('node '.length)];
    await promisify(execFile)(process.execPath, args, {
      cwd: ROOT,
      env: {
        ...process.env,
        CDK_OUTDIR: outdir,
        CDK_CONTEXT_JSON: JSON.stringify(context),
        // Half of the time is the CDK's own check of templates against CloudFormation's types,
        // which only warns. `npx cdk synth` runs it. The rule packs run here too.
        CDK_VALIDATION: 'false',
      },
    });
  } catch (error) {
    throw new StartupError(
      `The stack cannot be synthesized (${reason(error)}): run npx cdk synth to see all of it.`,
    );
  }
};

/** The cause in a failed process's standard error, with the next line after one that ends in a colon. */
const reason = (error: unknown): string => {
  const { stderr = '' } = z.object({ stderr: z.optional(z.string()) }).parse(error);
  const lines = stderr.split('\n').map((line) => line.trim());
  const [, first = lines.join(' ').slice(0, 200)] =
    /^(\w*Error\b.*)$/m.exec(lines.join('\n')) ?? [];
  return first.endsWith(':') ? `${first} ${lines[lines.indexOf(first) + 1] ?? ''}` : first;
};
