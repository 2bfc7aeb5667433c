import { spawnSync } from 'node:child_process';
import { installGoProgram } from '../../../tools/go-program.ts';
import { installPythonProgram } from '../../../tools/python-environment.ts';
import { OAPI_CODEGEN, OASDIFF } from './tool-paths.ts';

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

installPythonProgram('openapi-python-client');
installPythonProgram('schemathesis');
