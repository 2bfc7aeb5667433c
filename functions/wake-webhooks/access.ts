import { type TableAccess, WEBHOOKS_BY_DUE, WEBHOOKS_BY_LOG } from '../../lib/storage/tables.ts';

export const WAKE_WEBHOOKS_ACCESS = [
  { table: 'webhooks', actions: ['Scan', 'UpdateItem'] },
  { table: 'events', actions: ['GetItem'] },
  { table: 'webhooks', index: WEBHOOKS_BY_LOG, actions: ['Query'] },
  { table: 'webhooks', index: WEBHOOKS_BY_DUE, actions: ['Query'] },
] as const satisfies readonly TableAccess[];
