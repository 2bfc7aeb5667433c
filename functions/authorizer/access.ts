import type { TableAccess } from '../../lib/storage/tables.ts';

/** What the authorizer may do with tables: of a key it writes only the hour of its last use. */
export const AUTHORIZER_ACCESS = [
  { table: 'apiKeys', actions: ['GetItem'] },
  { table: 'apiKeys', actions: ['UpdateItem'], attributes: ['keyHash', 'lastUsedAt'] },
] as const satisfies readonly TableAccess[];
