import { join } from 'node:path';

/** Where tools that npm does not bring are installed; git ignores it. */
export const TOOLS = join(import.meta.dirname, '../../../.tools');

/** A command that Maven brings. */
export const OPENAPI_GENERATOR = {
  version: '7.25.0',
  folder: join(TOOLS, 'openapi-generator@7.25.0'),
};
