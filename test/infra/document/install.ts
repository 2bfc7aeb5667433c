import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installGoProgram } from '../../../tools/go-program.ts';
import { installPythonProgram } from '../../../tools/python-environment.ts';
import {
  OAPI_CODEGEN,
  OASDIFF,
  OPENAPI_PYTHON_CLIENT,
  OPENAPI_PYTHON_CLIENT_FOLDER,
  SCHEMATHESIS,
  SCHEMATHESIS_FOLDER,
} from './tool-paths.ts';

console.log('Fetching linters and generators (100 MB) ...');
const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--silent'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
if (status !== 0) {
  console.error('npm ci fails in test/infra/document.');
  process.exit(1);
}

installGoProgram(OASDIFF);
installGoProgram(OAPI_CODEGEN);

installPythonProgram({
  name: 'openapi-python-client (20 MB)',
  folder: OPENAPI_PYTHON_CLIENT_FOLDER,
  command: OPENAPI_PYTHON_CLIENT,
  requirements: join(import.meta.dirname, 'clients/python/requirements.txt'),
});

installPythonProgram({
  name: 'schemathesis (25 MB)',
  folder: SCHEMATHESIS_FOLDER,
  command: SCHEMATHESIS,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
