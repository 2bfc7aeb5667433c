import { join } from 'node:path';
import { goProgram } from '../support/go-program.ts';

/** Where tools that npm does not bring are installed; git ignores it. */
const TOOLS = join(import.meta.dirname, '../../.tools');

export const OASDIFF = goProgram('github.com/oasdiff/oasdiff@v1.33.0');

/** Where schemathesis is installed, its own Python environment. */
export const SCHEMATHESIS_FOLDER = join(TOOLS, 'schemathesis');

export const SCHEMATHESIS = join(SCHEMATHESIS_FOLDER, 'bin/st');
