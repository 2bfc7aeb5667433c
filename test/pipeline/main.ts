import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { MINISTACK } from '../deploy/ministack-folder.ts';
import { TEMPORARY } from '../deploy/run-folder.ts';
import { step } from '../deploy/step.ts';
import { openEmulator } from './emulator.ts';
import { readGrants } from './grants.ts';
import { runWorkflow, StepError } from './run-workflow.ts';
import { PipelineError, readWorkflow } from './workflow.ts';

/** A program: runs the pipeline that deploys, as it is committed, with an emulator in the place of AWS. */

const ROOT = join(import.meta.dirname, '../..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
const WORKFLOW = '.github/workflows/pipeline.yml';

const program = new Command('npm run test:pipeline --')
  .description(
    `Runs the jobs of ${WORKFLOW}, each in a new clone of the last commit, against MiniStack.`,
  )
  .option('--skip <jobs...>', 'take these jobs to be done', [])
  .addHelpText(
    'after',
    `
It needs MiniStack: npm run tools -- ministack (Python 3.11).

Exit status: 0 every job works, 1 one does not, 2 not a command.`,
  )
  .exitOverride();

const git = (...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' });

const runPipeline = async (skipped: readonly string[]): Promise<void> => {
  if (!existsSync(MINISTACK)) {
    throw new PipelineError('MiniStack is missing: run npm run tools -- ministack once.');
  }
  const changed = git('status', '--porcelain').split('\n').filter(Boolean);
  if (changed.length > 0) {
    console.error(`Not committed, so not run:\n${changed.join('\n')}`);
  }
  // The clone stays the same, even if someone commits meanwhile.
  const repository = join(TEMPORARY, 'repository');
  git('clone', '--quiet', '--no-local', ROOT, repository);
  const text = (path: string) => readFileSync(join(repository, path), 'utf8');
  const workflow = readWorkflow(WORKFLOW, text(WORKFLOW));
  const unknown = skipped.filter((job) => !(job in workflow.jobs));
  if (unknown.length > 0) program.error(`error: ${WORKFLOW} has no job ${unknown.join(', ')}`);

  const folder = join(TEMPORARY, 'run');
  mkdirSync(folder);
  const emulator = await step('Start MiniStack, and bootstrap it', () => openEmulator(folder));
  const grants = readGrants(text('docs/deploying.md'));
  const surroundings = { ...emulator, repository, node: NODE, folder, grants };
  await runWorkflow(workflow, surroundings, skipped, (name, work) =>
    step(name, async () => {
      const note = await work();
      if (note !== '') process.stdout.write(`${note} ... `);
    }),
  );
};

try {
  await runPipeline(program.parse().opts<{ skip: string[] }>().skip);
  process.exit();
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2);
  if (error instanceof StepError) console.error(`failed\n${error.output}`);
  console.error(error instanceof PipelineError ? `\n${error.message}` : error);
  process.exit(1);
}
