import { KeyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadCaller, type ReadCaller } from '../../lib/accounts/caller.ts';
import { buildReadKey, type ReadKey } from '../../lib/accounts/read-key.ts';
import { RequestLimit } from '../../lib/accounts/request-limit.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { operation } from '../../lib/http/operation.ts';
import { ACCOUNT_LIMIT_ENV, KEY_PREFIX_ENV, requireEnv } from '../../lib/process/env.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { getAccount } from './contract.ts';

/** What getAccount reads. */
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

export const open = () => {
  const client = createDocumentClient();
  const tables = tablesOf(getAccount.access);
  return getAccountHandler(
    { readCaller: buildReadCaller(client, tables), readKey: buildReadKey(client, tables) },
    RequestLimit.parse(JSON.parse(requireEnv(ACCOUNT_LIMIT_ENV))),
    KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)),
  );
};
