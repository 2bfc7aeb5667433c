import { join } from 'node:path';
import { installPythonProgram } from '../../../tools/python-environment.ts';
import { MINISTACK, MINISTACK_FOLDER } from './ministack-folder.ts';

installPythonProgram({
  name: 'MiniStack and the AWS CLI (40 MB)',
  folder: MINISTACK_FOLDER,
  command: MINISTACK,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
