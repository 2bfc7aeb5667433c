import type { TableAccess } from '../../lib/storage/tables.ts';

export const WAKE_WEBHOOKS_ACCESS = [
  { table: 'webhooks', actions: ['Scan', 'UpdateItem'] },
  { table: 'events', actions: ['GetItem'] },
  { table: 'webhooks', index: 'byLog', actions: ['Query'] },
  { table: 'webhooks', index: 'byDue', actions: ['Query'] },
] as const satisfies readonly TableAccess[];
