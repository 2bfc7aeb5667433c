import { requireEnv } from './env.ts';

/** Every table of a stage. */
export const TABLES = [
  'pets',
  'counters',
  'accounts',
  'apiKeys',
  'messages',
  'idempotencyKeys',
] as const;
export type TableName = (typeof TABLES)[number];

/** The environment variables that tell a function the names of its tables. */
export const TABLE_ENV = {
  pets: 'PETS_TABLE',
  counters: 'COUNTERS_TABLE',
  accounts: 'ACCOUNTS_TABLE',
  apiKeys: 'API_KEYS_TABLE',
  messages: 'MESSAGES_TABLE',
  idempotencyKeys: 'IDEMPOTENCY_KEYS_TABLE',
} as const satisfies Record<TableName, string>;

/** The index of `pets` by status, in id order. */
export const PETS_BY_STATUS = 'byStatus';

/** What a function may do with a table, or with one index of it: the exact DynamoDB actions. */
export interface TableAccess {
  readonly table: TableName;
  readonly index?: string;
  readonly actions: readonly ('GetItem' | 'PutItem' | 'Query' | 'UpdateItem')[];
  /**
   * The only attributes that its requests may name.
   * @default - all
   */
  readonly attributes?: readonly string[];
}

/**
 * The name that a table was deployed under.
 * @throws Error if the function was deployed without it
 */
export const tableName = (table: TableName): string => requireEnv(TABLE_ENV[table]);
