import { join } from 'node:path';
import { goProgram } from '../../../tools/go-program.ts';

/** Where tools that npm does not bring are installed; git ignores it. */
export const TOOLS = join(import.meta.dirname, '../../../.tools');

export const OASDIFF = goProgram('github.com/oasdiff/oasdiff@v1.33.0');

export const OAPI_CODEGEN = goProgram(
  'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
);

/** A command that Maven brings. */
export const OPENAPI_GENERATOR = {
  version: '7.25.0',
  folder: join(TOOLS, 'openapi-generator@7.25.0'),
};
