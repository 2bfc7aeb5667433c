import type { AccountStore } from '../../lib/accounts/account-store.ts';
import type { KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { KeyStore } from '../../lib/accounts/key-store.ts';

/** One stage's accounts and keys, open for an operator. */
export interface OpenStage {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly keyPrefix: KeyPrefix;
  /** Who is asking, for the records: an AWS ARN, or on this machine a user's name. */
  readonly operator: string;
  readonly close: () => Promise<void>;
}
