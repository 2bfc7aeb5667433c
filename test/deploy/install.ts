import { join } from 'node:path';
import { installPythonProgram } from '../support/python-environment.ts';
import { MINISTACK, MINISTACK_FOLDER } from './ministack-folder.ts';

installPythonProgram({
  name: 'MiniStack (20 MB)',
  folder: MINISTACK_FOLDER,
  command: MINISTACK,
  requirements: join(import.meta.dirname, 'requirements.txt'),
});
