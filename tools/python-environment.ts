import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/**
 * Python programs, each in its own environment: its name with the size of the download, and the file with every package's
 * version and hashes, like a lockfile.
 */
const PROGRAMS = {
  'cfn-lint': ['cfn-lint and zizmor (45 MB)', 'test/infra/templates/requirements.txt'],
  ministack: ['MiniStack and the AWS CLI (40 MB)', 'test/e2e/deploy/requirements.txt'],
  'openapi-python-client': [
    'openapi-python-client (20 MB)',
    'test/infra/document/clients/python/requirements.txt',
  ],
  schemathesis: ['schemathesis (25 MB)', 'test/infra/document/requirements.txt'],
} as const;

export type PythonProgram = keyof typeof PROGRAMS;

/** @param command in the environment of the program. @default the one of its name */
export const pythonCommand = (program: PythonProgram, command: string = program): string =>
  join(ROOT, '.tools', program, 'bin', command);

const NEWER =
  'import sys; sys.exit("it is " + sys.version) if sys.version_info < (3, 11) else None';

/** Installs a Python program if it is not there, with exactly these packages. Ends the process if that fails. */
export const installPythonProgram = (program: PythonProgram): void => {
  const [name, file] = PROGRAMS[program];
  const [folder, requirements] = [join(ROOT, '.tools', program), join(ROOT, file)];
  // It is written last.
  const installed = join(folder, 'requirements.txt');
  const wanted = readFileSync(requirements, 'utf8');
  if (existsSync(installed) && readFileSync(installed, 'utf8') === wanted) {
    console.log(`${name} is there already: ${folder}`);
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
