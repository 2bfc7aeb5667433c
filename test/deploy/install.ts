import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MINISTACK, MINISTACK_FOLDER } from './ministack-folder.ts';

/** Every package with its version and hashes, as a lockfile would. */
const REQUIREMENTS = join(import.meta.dirname, 'requirements.txt');

const fail = (message: string): never => {
  rmSync(MINISTACK_FOLDER, { recursive: true, force: true });
  console.error(message);
  process.exit(1);
};

const run = (command: string, ...words: string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
};

const NEWER =
  'import sys; sys.exit("it is " + sys.version) if sys.version_info < (3, 11) else None';

if (existsSync(MINISTACK)) {
  console.log(`MiniStack is there already: ${MINISTACK}`);
} else {
  const old = run('python3', '-c', NEWER);
  if (old) fail(`Python 3.11 or newer is missing: ${old}`);
  const noEnvironment = run('python3', '-m', 'venv', '--clear', MINISTACK_FOLDER);
  if (noEnvironment) {
    fail(`python3 -m venv fails: on Debian and Ubuntu install python3-venv.\n${noEnvironment}`);
  }
  console.log('Fetching MiniStack (20 MB) ...');
  const pip = join(MINISTACK_FOLDER, 'bin/pip');
  const words = ['install', '--quiet', '--require-hashes', '--only-binary=:all:'];
  const notInstalled = run(pip, ...words, '--requirement', REQUIREMENTS);
  if (notInstalled) fail(`MiniStack cannot be installed:\n${notInstalled}`);
  console.log(`MiniStack is in ${MINISTACK_FOLDER}`);
}
