import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** The attributes of a key with their types: the partition key, then the sort key if there is one. */
type TableKey = Readonly<Record<string, 'N' | 'S'>>;

interface TableSettings {
  /** The keys of its indexes, by their names. */
  readonly indexes?: Readonly<Record<string, TableKey>>;
  /** The indexes that have only the keys of each item. @default - none: they have every attribute */
  readonly keysOnly?: readonly string[];
  /** The attribute with the second, from 1970 on, after which DynamoDB deletes an item. */
  readonly timeToLive?: string;
  /** What DynamoDB keeps of each change for a day. @default - nothing */
  readonly stream?: 'NEW_AND_OLD_IMAGES' | 'NEW_IMAGE';
}

/**
 * Every table of a stage, by its key. CDK tables, names in functions' environments, stack outputs and the keys of items
 * follow from it.
 */
const KEYS = {
  // Sixteen partitions, merged in order of id: docs/decisions/0018-shards-of-pets.md.
  pets: { shard: 'N', id: 'N' },
  // One partition: the sort key orders ids as numbers, negative ones too.
  categories: { kind: 'S', id: 'N' },
  counters: { name: 'S' },
  accounts: { accountId: 'S' },
  apiKeys: { keyHash: 'S' },
  messages: { id: 'S' },
  // The account is a part of the key, so no call can read the order of another account by mistake.
  orders: { accountId: 'S', id: 'N' },
  idempotencyKeys: { id: 'S' },
  // Each log by its positions, with its head before them, and marks of what was recorded:
  // docs/decisions/0026-log-of-events.md.
  events: { log: 'S', position: 'N' },
  // What clients see of a webhook, and what its delivery needs: docs/decisions/0027-webhooks.md.
  webhooks: { accountId: 'S', id: 'S' },
  // Apart from them, so that only functions that sign can read a secret.
  webhookSecrets: { webhookId: 'S' },
  // How far each change of stored items is: `backfill-state.ts`.
  backfills: { name: 'S' },
} as const satisfies Record<string, TableKey>;

type Settings = Partial<Record<TableName, TableSettings>>;

/** What tables have besides their keys. Made by a call, which esbuild leaves out of functions: they need only the keys. */
const SETTINGS = /* @__PURE__ */ Object.freeze({
  // Why two by category: docs/decisions/0022-pets-by-category.md.
  pets: {
    indexes: {
      byCategory: { categoryShard: 'N', id: 'N' },
      byCategoryAndStatus: { categoryShard: 'N', statusId: 'N' },
      byStatus: { statusShard: 'N', id: 'N' },
    },
    stream: 'NEW_AND_OLD_IMAGES',
  },
  apiKeys: {
    // By account and end: those that were not revoked.
    indexes: { byAccount: { accountId: 'S', until: 'S' }, byId: { keyId: 'S' } },
    keysOnly: ['byId'],
    timeToLive: 'deleteAt',
  },
  messages: { timeToLive: 'expiresAt' },
  orders: {
    indexes: { byStatus: { accountStatus: 'S', id: 'N' } },
    stream: 'NEW_AND_OLD_IMAGES',
  },
  idempotencyKeys: { timeToLive: 'expiresAt' },
  events: { timeToLive: 'expiresAt', stream: 'NEW_IMAGE' },
  webhooks: {
    // By log: those that are enabled. By the time at which they are due: those that may have something to deliver.
    indexes: { byLog: { log: 'S' }, byDue: { due: 'S', dueAt: 'N' } },
    keysOnly: ['byLog', 'byDue'],
    stream: 'NEW_IMAGE',
  },
} satisfies Settings);

/** A table as the code names it, such as `apiKeys`. */
export type TableName = keyof typeof KEYS;

/** The names of a table's indexes. */
export type IndexName<Name extends TableName = TableName> = Name extends keyof typeof SETTINGS
  ? (typeof SETTINGS)[Name] extends { readonly indexes: infer Indexes }
    ? keyof Indexes & string
    : never
  : never;

/** The attributes that are the key of a table's items, the partition key first. */
export const keyAttributes = (name: TableName): readonly string[] => Object.keys(KEYS[name]);

export type ItemKey<Name extends TableName> = {
  readonly [Attribute in keyof (typeof KEYS)[Name]]: (typeof KEYS)[Name][Attribute] extends 'N'
    ? bigint
    : string;
};

export interface ItemLocation<Name extends TableName = TableName> {
  /** Which table it is in. */
  readonly name: Name;
  /** The name that this table was deployed under. */
  readonly table: string;
}

export const tableNames = (): readonly TableName[] =>
  Object.keys(KEYS).filter((name): name is TableName => name in KEYS);

export const tableDefinition = (name: TableName): TableSettings & { readonly key: TableKey } => {
  const settings: Settings = SETTINGS;
  return { key: KEYS[name], ...settings[name] };
};

/** The environment variable that contains a table's name: `API_KEYS_TABLE`. */
export const tableEnv = (table: TableName): string =>
  `${table.replace(/[A-Z]/g, '_$&').toUpperCase()}_TABLE`;

/** The DynamoDB actions that there are rights for. A transaction takes those of its parts. */
export type StorageAction =
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'DeleteItem'
  | 'GetItem'
  | 'PutItem'
  | 'Query'
  | 'Scan'
  | 'UpdateItem';

/** What a function may do with a table, or with one index of it: the exact DynamoDB actions. */
export interface TableAccess<Name extends TableName = TableName> {
  readonly table: Name;
  readonly index?: IndexName<Name>;
  /** Empty where the function needs only the table's name. */
  readonly actions: readonly StorageAction[];
  /** The only attributes that its requests may name. @default - all */
  readonly attributes?: readonly string[];
}

/** The names that these tables were deployed under. */
export type Tables<Name extends TableName> = Readonly<Record<Name, string>>;

/** Builds what is done with storage, over these tables. */
export type Build<Name extends TableName, Store> = (
  client: DynamoDBDocumentClient,
  tables: Tables<Name>,
) => Store;

export type TablesOf<Access extends readonly TableAccess[]> = Tables<Access[number]['table']>;
