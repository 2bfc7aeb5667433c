import type { TableAccess, TableName } from '../../lib/tables.ts';

/** The tables whose changes it records, as their streams tell them. It reads and writes neither of them. */
export const RECORDED_TABLES = ['pets', 'orders'] as const satisfies readonly TableName[];
export type RecordedTable = (typeof RECORDED_TABLES)[number];

/** What it may do with tables. */
export const RECORD_EVENTS_ACCESS: readonly TableAccess[] = [
  { table: 'events', actions: ['GetItem', 'PutItem'] },
];
