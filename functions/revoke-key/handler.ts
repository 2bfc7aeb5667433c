import { buildReadCaller, type ReadCaller } from '../../lib/accounts/caller.ts';
import { works } from '../../lib/accounts/held-keys.ts';
import { buildRevokeKey, type RevokeKey } from '../../lib/accounts/revoke-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { callerOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { logFigures } from '../../lib/process/log.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { revokeKey } from './contract.ts';

/** Answers revokeKey from storage. */
export const revokeKeyHandler = (readCaller: ReadCaller, revoke: RevokeKey) =>
  operation(revokeKey, async ({ path: { keyId } }, event) => {
    const { accountId, keyId: by } = callerOf(event);
    const { account } = await readCaller({ accountId, keyId: by });
    const held = account.keys[keyId];
    if (held === undefined || !works(held, new Date())) throw new RequestError('key_not_found');
    await revoke({ accountId, keyId, keyHash: held.keyHash }, by);
    const { requestId } = event.requestContext;
    logFigures('key_revoked', { requestId, accountId, keyId, by });
    return { body: undefined };
  });

export const open = (client = createDocumentClient()) => {
  const accounts = tableName('accounts');
  return revokeKeyHandler(
    buildReadCaller(client, accounts),
    buildRevokeKey(client, { accounts, apiKeys: tableName('apiKeys') }),
  );
};
