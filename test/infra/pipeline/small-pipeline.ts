import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runWorkflow, StepError } from '../../pipeline/run-workflow.ts';
import { readWorkflow } from '../../pipeline/workflow.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A workflow with all that ours use, and of the jobs the last first. */
const WORKFLOW = readFileSync(join(import.meta.dirname, 'small.yml'), 'utf8');

const FILES: Readonly<Record<string, string>> = {
  '.nvmrc': process.versions.node,
  'package.json':
    '{ "scripts": { "build": "mkdir -p built/in && touch built/in/it built/.hidden" } }',
  deploy: `#!/bin/bash -e
test -e "$1/in/it" && test ! -e "$1/.hidden"
test "$AWS_ACCESS_KEY_ID $AWS_REGION" = "of the emulator us-east-1"
echo ADDRESS=https://aws`,
  tests: `#!/bin/bash -e
test "$ADDRESS $API_KEY" = "https://bridge a key"
test ! -e built && test -z "$AWS_ACCESS_KEY_ID"`,
};

/** An edit of one text of the workflow, or of a file. */
export interface Edit {
  /** @default the workflow */
  readonly file?: keyof typeof FILES;
  readonly from: string;
  readonly to: string;
}

const edited = (text: string, edits: readonly Edit[]): string => {
  let result = text;
  for (const { from, to } of edits) {
    if (!result.includes(from)) throw new Error(`There is no ${from} to edit.`);
    result = result.replace(from, to);
  }
  return result;
};

/** Runs the small pipeline with edits: the jobs that ran with their notes, and why it ended, if not well. */
export const runSmallPipeline = async (edits: readonly Edit[] = []) => {
  const { path, remove } = await temporaryFolder();
  const ran: string[] = [];
  try {
    const repository = join(path, 'repository');
    const folder = join(path, 'run');
    mkdirSync(repository);
    mkdirSync(folder);
    for (const [file, text] of Object.entries(FILES)) {
      const own = edits.filter((edit) => edit.file === file);
      writeFileSync(join(repository, file), edited(text, own), { mode: 0o755 });
    }
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@localhost'];
    for (const words of [
      ['init', '--quiet'],
      ['add', '--all'],
      [...author, 'commit', '-qm', 'It'],
    ]) {
      execFileSync('git', words, { cwd: repository });
    }
    const ofWorkflow = edits.filter(({ file }) => file === undefined);
    await runWorkflow(
      readWorkflow('small.yml', edited(WORKFLOW, ofWorkflow)),
      {
        repository,
        folder,
        node: process.execPath,
        grants: new Map([
          ['staging', new Set(['vars.ROLE', 'vars.AWS_REGION'])],
          ['staging-tests', new Set(['secrets.API_KEY'])],
        ]),
        give: (_, name) => (name === 'secrets.API_KEY' ? 'a key' : 'us-east-1'),
        environment: { PATH: process.env['PATH'] },
        credentials: { AWS_ACCESS_KEY_ID: 'of the emulator' },
        excuse: (output) => (output === '1 of 2\n' ? '1 of 2 differ as known' : undefined),
        complete: async (_, outputs) =>
          'address' in outputs ? { address: 'https://bridge' } : outputs,
      },
      [],
      async (job, work) => ran.push(`${job}: ${await work()}`),
    );
    return { ran };
  } catch (error) {
    const { message } = error as Error;
    return { ran, message, output: error instanceof StepError ? error.output : '' };
  } finally {
    await remove();
  }
};
