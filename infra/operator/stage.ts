import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { KeyStore } from '../../lib/accounts/key-store.ts';
import type { TableName } from '../../lib/tables.ts';
import type { StageLimits } from '../stacks/stages.ts';

/** One stage's accounts, keys and tables, open for an operator. */
export interface OpenStage {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly keyPrefix: KeyPrefix;
  readonly limits: StageLimits;
  /**
   * Brings API Gateway to what an account's record says of its limit; a new account's requests pass
   * only once this was done. It can be repeated, and makes good what was cut off.
   */
  readonly enforceLimit: (accountId: string) => Promise<void>;
  readonly client: DynamoDBDocumentClient;
  /** The name that a table was deployed under. */
  readonly table: (name: TableName) => string;
  /** Who is asking, for the records: an AWS ARN, or on this machine a user's name. */
  readonly operator: string;
  readonly close: () => Promise<void>;
}
