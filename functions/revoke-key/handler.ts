import { activeKey } from '../../lib/accounts/held-keys.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { buildRevokeKey } from '../../lib/accounts/revoke-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { operation } from '../../lib/http/operation.ts';
import { slowest, slowestClock } from '../../lib/process/clock.ts';
import { logFigures } from '../../lib/process/log.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { revokeKey } from './contract.ts';

export const open = (
  { readCaller, revoke } = openStorage(revokeKey.access, (client, tables) => ({
    readCaller: buildReadCaller(client, tables, slowestClock),
    revoke: buildRevokeKey(client, tables),
  })),
) =>
  operation(revokeKey, async ({ caller, requestId, path: { keyId } }) => {
    const { accountId, keyId: by } = caller;
    const { account } = await readCaller(caller);
    // Whoever may still use a key by another clock can end it.
    const held = activeKey(account, keyId, slowest(new Date()));
    if (held === undefined) throw new RequestError('key_not_found');
    await revoke({ accountId, keyId, keyHash: held.keyHash }, by);
    logFigures('key_revoked', { requestId, accountId, keyId, by });
    return { body: undefined };
  });
