import { join } from 'node:path';
import { installPythonProgram } from '../../../tools/python-environment.ts';
import { CFN_LINT, CFN_LINT_FOLDER } from './cfn-lint-folder.ts';

installPythonProgram({
  name: 'cfn-lint and zizmor (45 MB)',
  folder: CFN_LINT_FOLDER,
  command: CFN_LINT,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
