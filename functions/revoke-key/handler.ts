import { buildReadCaller, type ReadCaller } from '../../lib/accounts/caller.ts';
import { works } from '../../lib/accounts/held-keys.ts';
import { buildRevokeKey, type RevokeKey } from '../../lib/accounts/revoke-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { operation } from '../../lib/http/operation.ts';
import { logFigures } from '../../lib/process/log.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tablesOf } from '../../lib/storage/tables.ts';
import { revokeKey } from './contract.ts';

export const revokeKeyHandler = (readCaller: ReadCaller, revoke: RevokeKey) =>
  operation(revokeKey, async ({ caller, requestId, path: { keyId } }) => {
    const { accountId, keyId: by } = caller;
    const { account } = await readCaller(caller);
    const held = account.keys[keyId];
    if (held === undefined || !works(held, new Date())) throw new RequestError('key_not_found');
    await revoke({ accountId, keyId, keyHash: held.keyHash }, by);
    logFigures('key_revoked', { requestId, accountId, keyId, by });
    return { body: undefined };
  });

export const open = () => {
  const client = createDocumentClient();
  const tables = tablesOf(revokeKey.access);
  return revokeKeyHandler(buildReadCaller(client, tables), buildRevokeKey(client, tables));
};
