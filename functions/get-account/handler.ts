import { planOf } from '../../lib/accounts/account-record.ts';
import { keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadKey } from '../../lib/accounts/find-key.ts';
import { PlanLimits } from '../../lib/accounts/plan.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACCOUNT_PLANS_ENV, requireEnv } from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getAccount } from './contract.ts';

export const open = (
  { readCaller, readKey } = openStorage(getAccount.access, (client, tables) => ({
    readCaller: buildReadCaller(client, tables),
    readKey: buildReadKey(client, tables),
  })),
  plans = PlanLimits.parse(JSON.parse(requireEnv(ACCOUNT_PLANS_ENV))),
  prefix = keyPrefix(),
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
