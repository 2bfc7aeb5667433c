import { planOf } from '../../lib/accounts/account-record.ts';
import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadCaller, type ReadCaller } from '../../lib/accounts/caller.ts';
import { PlanLimits } from '../../lib/accounts/plan.ts';
import { buildReadKey, type ReadKey } from '../../lib/accounts/read-key.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { callerOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACCOUNT_PLANS_ENV, KEY_PREFIX_ENV, requireEnv } from '../../lib/process/env.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { getAccount } from './contract.ts';

/** What getAccount reads. */
export interface GetAccount {
  readonly readCaller: ReadCaller;
  readonly readKey: ReadKey;
}

/** Answers getAccount from storage. */
export const getAccountHandler = (
  { readCaller, readKey }: GetAccount,
  plans: PlanLimits,
  prefix: KeyPrefix,
) =>
  operation(getAccount, async (_request, event) => {
    const { account, key } = await readCaller(callerOf(event));
    const { rate, burst } = plans[planOf(account)];
    return {
      body: {
        id: account.accountId,
        name: account.name,
        limit: { requestsPerSecond: BigInt(rate), burst: BigInt(burst) },
        key: toAccountKey(await readKey(key.keyHash), prefix),
      },
    };
  });

export const open = (client = createDocumentClient()) =>
  getAccountHandler(
    {
      readCaller: buildReadCaller(client, tableName('accounts')),
      readKey: buildReadKey(client, tableName('apiKeys')),
    },
    PlanLimits.parse(JSON.parse(requireEnv(ACCOUNT_PLANS_ENV))),
    KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)),
  );
