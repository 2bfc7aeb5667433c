import { requireEnv } from './env.ts';

/** Every table of a stage, with the environment variable that tells a function its name. */
export const TABLE_ENV = {
  pets: 'PETS_TABLE',
  counters: 'COUNTERS_TABLE',
  accounts: 'ACCOUNTS_TABLE',
  apiKeys: 'API_KEYS_TABLE',
} as const;

/** A table of the service. */
export type TableName = keyof typeof TABLE_ENV;

/** The index of `pets` by status, in id order. */
export const PETS_BY_STATUS = 'byStatus';

/** What a function may do with a table, or with one index of it: the exact DynamoDB actions. */
export interface TableAccess {
  readonly table: TableName;
  readonly index?: string;
  readonly actions: readonly ('GetItem' | 'PutItem' | 'Query' | 'UpdateItem')[];
}

/**
 * The name that a table was deployed under.
 * @throws Error if the function was deployed without it
 */
export const tableName = (table: TableName): string => requireEnv(TABLE_ENV[table]);
