import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../../../lib/accounts/account-record.ts';
import { buildAccountStore } from '../../../lib/accounts/account-store.ts';
import type { KeyPrefix } from '../../../lib/accounts/api-key.ts';
import { buildKeyStore } from '../../../lib/accounts/key-store.ts';
import type { TableName } from '../../../lib/storage/tables.ts';
import type { StageLogs } from '../logs/stage-logs.ts';

/** The data of a stage. @param table gives the name that a table was deployed under */
export const openData = (client: DynamoDBDocumentClient, table: (name: TableName) => string) => {
  const tables = { accounts: table('accounts'), apiKeys: table('apiKeys') };
  const accounts = buildAccountStore(client, tables);
  return { client, table, accounts, keys: buildKeyStore(client, tables) };
};

/** A stage, open for an operator. */
export interface OpenStage extends Readonly<ReturnType<typeof openData>> {
  readonly keyPrefix: KeyPrefix;
  /**
   * Makes API Gateway apply the plan in an account's record. A new account can send requests only
   * after this. If it was interrupted, run it again.
   */
  readonly putOnPlan: (account: Account) => Promise<void>;
  /** Who is asking, for the records: an AWS ARN, or on this machine a user's name. */
  readonly operator: string;
  /** Opens its logs from a time on. It loads their modules, which no other command needs. */
  readonly openLogs: (start: Date) => Promise<StageLogs>;
}
