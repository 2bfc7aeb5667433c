import type { TableAccess } from '../../lib/storage/tables.ts';

/** What it may do with tables. It alone reads secrets. Of an account it sees whether it is closed. */
export const DELIVER_WEBHOOK_ACCESS = [
  { table: 'webhooks', actions: ['GetItem', 'UpdateItem'] },
  { table: 'webhookSecrets', actions: ['GetItem'] },
  { table: 'events', actions: ['GetItem', 'Query'] },
  { table: 'accounts', actions: ['GetItem'], attributes: ['accountId', 'closedAt'] },
] as const satisfies readonly TableAccess[];
