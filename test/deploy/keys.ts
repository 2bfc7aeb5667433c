import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { buildAccountStore } from '../../lib/accounts/account-store.ts';
import { generateApiKey, type KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildKeyStore } from '../../lib/accounts/key-store.ts';
import type { TableName } from '../../lib/tables.ts';

type TableNames = Readonly<Record<TableName, string>>;

/** Makes an account and a key for it, in the tables of a stage. */
export const issueKey = async (
  client: DynamoDBDocumentClient,
  tables: TableNames,
  prefix: KeyPrefix,
): Promise<string> => {
  const accounts = buildAccountStore(client, tables.accounts);
  const key = generateApiKey(prefix);
  const keys = buildKeyStore(client, tables.apiKeys);
  await keys.issue(await accounts.create('test:deploy'), key);
  return key;
};

/** Whether the tables of a stage hold a key. */
export const isIssued = async (
  client: DynamoDBDocumentClient,
  tables: TableNames,
  key: string,
): Promise<boolean> => (await buildKeyStore(client, tables.apiKeys).find(key)) !== undefined;
