import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadCaller, type ReadCaller } from '../../lib/accounts/read-caller.ts';
import { buildReadKey, type ReadKey } from '../../lib/accounts/read-key.ts';
import { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACCOUNT_LIMIT_ENV, KEY_PREFIX_ENV, requireEnv } from '../../lib/process/env.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { getAccount } from './contract.ts';

export interface GetAccount {
  readonly readCaller: ReadCaller;
  readonly readKey: ReadKey;
}

/** Answers getAccount from storage. `stageLimit` is that of accounts without their own. */
export const getAccountHandler = (
  { readCaller, readKey }: GetAccount,
  stageLimit: RequestLimit,
  prefix: KeyPrefix,
) =>
  operation(getAccount, async ({ caller }) => {
    const { account, key } = await readCaller(caller);
    const { rate, burst } = account.requestLimit ?? stageLimit;
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
      { readCaller: buildReadCaller(client, tables), readKey: buildReadKey(client, tables) },
      RequestLimit.parse(JSON.parse(requireEnv(ACCOUNT_LIMIT_ENV))),
      KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)),
    ),
  );
