import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installGoProgram } from '../support/go-program.ts';
import { installPythonProgram } from '../support/python-environment.ts';
import { OASDIFF, SCHEMATHESIS, SCHEMATHESIS_FOLDER } from './tool-paths.ts';

console.log('Fetching linters and the generator of types (130 MB) ...');
const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--silent'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
if (status !== 0) {
  console.error('npm ci fails in test/contract.');
  process.exit(1);
}

installGoProgram(OASDIFF);

installPythonProgram({
  name: 'schemathesis (25 MB)',
  folder: SCHEMATHESIS_FOLDER,
  command: SCHEMATHESIS,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
