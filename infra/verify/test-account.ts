import { DeleteApiKeyCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { accountState } from '../../lib/accounts/account.ts';
import { closeAccount } from '../operator/close-account.ts';
import { issueKey } from '../operator/issue-key.ts';
import type { OpenStage } from '../operator/stage.ts';
import type { Deployment } from './deployment.ts';
import type { Service } from './facts/ask.ts';

/** The name of the accounts that verify makes for itself. */
const NAME = 'npm run verify';

/** Longer than any run: the keys expire even if the run is killed. */
const LIFETIME_MS = 2 * 60 * 60 * 1000;

/** The keys of an account that may be used for tests. */
export type TestKeys = Pick<Service, 'apiKey' | 'readOnlyKey'>;

/** Makes an account with a full and a read-only key, does the work, and closes the account. */
export const withTestAccount = async <Result>(
  stage: OpenStage,
  { apiGateway }: Pick<Deployment, 'apiGateway'>,
  work: (keys: TestKeys) => Promise<Result>,
): Promise<Result> => {
  const remove = async (accountId: string): Promise<void> => {
    await closeAccount(stage, accountId);
    // The account's record stays, like every account's. Its API key would count towards API
    // Gateway's quota.
    const { items = [] } = await apiGateway.send(new GetApiKeysCommand({ nameQuery: accountId }));
    for (const { id: apiKey } of items) await apiGateway.send(new DeleteApiKeyCommand({ apiKey }));
  };
  await removeLost(stage, remove);
  const { accountId } = await stage.accounts.create(NAME, stage.operator);
  try {
    const expiresAt = new Date(Date.now() + LIFETIME_MS).toISOString();
    const issue = async (scope: 'full' | 'read') =>
      (await issueKey(stage, { accountId, name: NAME, scope, expiresAt })).apiKey;
    return await work({ apiKey: await issue('full'), readOnlyKey: await issue('read') });
  } finally {
    await remove(accountId);
  }
};

/** Closes accounts of runs that were killed. */
const removeLost = async (
  { accounts }: OpenStage,
  remove: (accountId: string) => Promise<void>,
): Promise<void> => {
  for (const account of await accounts.list()) {
    const age = Date.now() - Date.parse(account.createdAt);
    const lost = account.name === NAME && accountState(account) !== 'closed' && age > LIFETIME_MS;
    if (lost) await remove(account.accountId);
  }
};
