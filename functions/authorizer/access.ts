import type { TableAccess } from '../../lib/tables.ts';

/** What the authorizer may do with tables: of a key it writes nothing but the hour of its use. */
export const AUTHORIZER_ACCESS: readonly TableAccess[] = [
  { table: 'apiKeys', actions: ['GetItem'] },
  { table: 'apiKeys', actions: ['UpdateItem'], attributes: ['keyHash', 'lastUsedAt'] },
];
