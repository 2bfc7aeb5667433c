import { join } from 'node:path';

/** A command that Maven brings. git ignores its folder. */
export const OPENAPI_GENERATOR = {
  version: '7.25.0',
  folder: join(import.meta.dirname, '../../../.tools/openapi-generator@7.25.0'),
};
