import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A Python program, to be installed in its own environment. */
export interface PythonProgram {
  /** Its usual name, with the size of the download. */
  readonly name: string;
  /** The environment; git ignores it. */
  readonly folder: string;
  /** Its command in the environment. */
  readonly command: string;
  /** The file with every package's version and hashes, like a lockfile. */
  readonly requirements: string;
}

const run = (command: string, ...words: string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(command, words, { encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? stderr).trim();
};

const NEWER =
  'import sys; sys.exit("it is " + sys.version) if sys.version_info < (3, 11) else None';

/**
 * Installs a Python program if it is not there, with exactly these packages. Ends the process with
 * the reason if that fails.
 */
export const installPythonProgram = ({
  name,
  folder,
  command,
  requirements,
}: PythonProgram): void => {
  const fail = (message: string): never => {
    rmSync(folder, { recursive: true, force: true });
    console.error(message);
    process.exit(1);
  };
  const installed = join(folder, 'requirements.txt');
  const isThere = existsSync(command) && existsSync(installed);
  if (isThere && readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8')) {
    console.log(`${name} is there already: ${command}`);
    return;
  }
  const old = run('python3', '-c', NEWER);
  if (old) fail(`Python 3.11 or newer is missing: ${old}`);
  const noEnvironment = run('python3', '-m', 'venv', '--clear', folder);
  if (noEnvironment) {
    fail(`python3 -m venv fails: on Debian and Ubuntu install python3-venv.\n${noEnvironment}`);
  }
  console.log(`Fetching ${name} ...`);
  const words = ['install', '--quiet', '--require-hashes', '--only-binary=:all:'];
  const notInstalled = run(join(folder, 'bin/pip'), ...words, '--requirement', requirements);
  if (notInstalled) fail(`${name} cannot be installed:\n${notInstalled}`);
  copyFileSync(requirements, installed);
  console.log(`${name} is in ${folder}`);
};
