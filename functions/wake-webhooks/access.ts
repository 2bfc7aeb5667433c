import {
  type TableAccess,
  type TableName,
  WEBHOOKS_BY_DUE,
  WEBHOOKS_BY_LOG,
} from '../../lib/tables.ts';

/** The tables whose streams invoke it. */
export const WAKING_TABLES = ['events', 'webhooks'] as const satisfies readonly TableName[];
export type WakingTable = (typeof WAKING_TABLES)[number];

/** What it may do with tables. */
export const WAKE_WEBHOOKS_ACCESS: readonly TableAccess[] = [
  { table: 'webhooks', actions: ['UpdateItem'] },
  { table: 'webhooks', index: WEBHOOKS_BY_LOG, actions: ['Query'] },
  { table: 'webhooks', index: WEBHOOKS_BY_DUE, actions: ['Query'] },
];
