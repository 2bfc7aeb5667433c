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

const NEWER =
  'import sys; sys.exit("it is " + sys.version) if sys.version_info < (3, 11) else None';

/** Installs a Python program if it is not there, with exactly these packages. Ends the process if that fails. */
export const installPythonProgram = (program: PythonProgram): void => {
  const { name, folder, command, requirements } = program;
  const installed = join(folder, 'requirements.txt');
  const isThere = existsSync(command) && existsSync(installed);
  if (isThere && readFileSync(installed, 'utf8') === readFileSync(requirements, 'utf8')) {
    console.log(`${name} is there already: ${command}`);
    return;
  }
  console.log(`Fetching ${name} ...`);
  const packages = ['--require-hashes', '--only-binary=:all:', '--requirement', requirements];
  const steps = [
    ['python3', '-c', NEWER],
    ['python3', '-m', 'venv', '--clear', folder],
    [join(folder, 'bin/pip'), 'install', '--quiet', ...packages],
  ];
  // Each says itself what is wrong.
  const well = steps.every(
    ([step = '', ...words]) => spawnSync(step, words, { stdio: 'inherit' }).status === 0,
  );
  if (!well) {
    rmSync(folder, { recursive: true, force: true });
    console.error(`${name} cannot be installed: it needs Python 3.11 or newer, and python3-venv.`);
    process.exit(1);
  }
  copyFileSync(requirements, installed);
  console.log(`${name} is in ${folder}`);
};
