import type { TableAccess } from '../../lib/storage/tables.ts';

/** Reads which backfills are done, marks all so on a new stage, and forgets those that a version does not have. */
export const CHECK_RELEASE_ACCESS = [
  { table: 'backfills', actions: ['DeleteItem', 'GetItem', 'PutItem'] },
] as const satisfies readonly TableAccess[];
