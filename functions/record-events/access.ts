import type { TableAccess, TableName } from '../../lib/storage/tables.ts';

/** The tables whose streams invoke it. It records their changes, and does not read or write the tables. */
export const RECORDED_TABLES = ['pets', 'orders'] as const satisfies readonly TableName[];
export type RecordedTable = (typeof RECORDED_TABLES)[number];

export const RECORD_EVENTS_ACCESS = [
  { table: 'events', actions: ['GetItem', 'PutItem'] },
  { table: 'webhooks', index: 'byLog', actions: ['Query'] },
  // Records name the table that they come from.
  { table: 'pets', actions: [] },
  { table: 'orders', actions: [] },
] as const satisfies readonly TableAccess[];
