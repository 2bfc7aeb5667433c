import { planOf } from '../../lib/accounts/account-record.ts';
import { type KeyPrefix, keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadKey, type ReadKey } from '../../lib/accounts/find-key.ts';
import { PlanLimits } from '../../lib/accounts/plan.ts';
import { buildReadCaller, type ReadCaller } from '../../lib/accounts/read-caller.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACCOUNT_PLANS_ENV, requireEnv } from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getAccount } from './contract.ts';

export const getAccountHandler = (
  readCaller: ReadCaller,
  readKey: ReadKey,
  plans: PlanLimits,
  prefix: KeyPrefix,
) =>
  operation(getAccount, async ({ caller }) => {
    const { account, key } = await readCaller(caller);
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

export const open = () =>
  openStorage(getAccount.access, (client, tables) =>
    getAccountHandler(
      buildReadCaller(client, tables),
      buildReadKey(client, tables),
      PlanLimits.parse(JSON.parse(requireEnv(ACCOUNT_PLANS_ENV))),
      keyPrefix(),
    ),
  );
