import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPythonProgram } from '../support/python-environment.ts';
import {
  OASDIFF,
  OASDIFF_FOLDER,
  OASDIFF_MODULE,
  SCHEMATHESIS,
  SCHEMATHESIS_FOLDER,
} from './tool-paths.ts';

const run = (command: string, words: string[], env: Record<string, string> = {}): boolean =>
  spawnSync(command, words, {
    cwd: import.meta.dirname,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  }).status === 0;

const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};

console.log('Fetching linters and the generator of types (130 MB) ...');
if (!run('npm', ['ci', '--ignore-scripts', '--silent'])) fail('npm ci fails in test/contract.');

if (existsSync(OASDIFF)) {
  console.log(`oasdiff is there already: ${OASDIFF}`);
} else {
  if (spawnSync('go', ['version']).status !== 0) fail('Go is missing: install 1.26 or newer.');
  console.log(`Building ${OASDIFF_MODULE} ...`);
  if (!run('go', ['install', OASDIFF_MODULE], { GOBIN: OASDIFF_FOLDER })) {
    fail('oasdiff cannot be installed.');
  }
}

installPythonProgram({
  name: 'schemathesis (25 MB)',
  folder: SCHEMATHESIS_FOLDER,
  command: SCHEMATHESIS,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
