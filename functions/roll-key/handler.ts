import { generateApiKey, keyPrefix } from '../../lib/accounts/api-key.ts';
import { buildReadKey } from '../../lib/accounts/find-key.ts';
import { activeKey, changeKeys, outlives, successorOf } from '../../lib/accounts/held-keys.ts';
import { buildRollKey } from '../../lib/accounts/issue-key.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { operation } from '../../lib/http/operation.ts';
import { logFigures } from '../../lib/process/log.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { rollKey } from './contract.ts';

const HOUR_MS = 3_600_000;

const rolledError = (successor: string): RequestError =>
  new RequestError(
    'key_rolled',
    `This key was rolled: ${successor} replaces it. Roll that one, or create a key.`,
  );

export const open = (
  { readCaller, readKey, roll } = openStorage(rollKey.access, (client, tables) => ({
    readCaller: buildReadCaller(client, tables),
    readKey: buildReadKey(client, tables),
    roll: buildRollKey(client, tables),
  })),
  prefix = keyPrefix(),
) =>
  operation(rollKey, async ({ caller, requestId, path, body: { overlapHours } }) => {
    const { accountId, keyId: by } = caller;
    const apiKey = generateApiKey(prefix);
    let keyHash: string | undefined;
    const rolled = await changeKeys(async () => {
      const { account, key: own } = await readCaller(caller);
      const now = new Date();
      // Another roll may have ended it at once since the first read.
      keyHash ??= activeKey(account, path.keyId, now)?.keyHash;
      if (keyHash === undefined) {
        const successor = successorOf(account, path.keyId);
        throw successor ? rolledError(successor) : new RequestError('key_not_found');
      }
      const old = await readKey(keyHash);
      if (old.successor !== undefined) throw rolledError(old.successor);
      // A restored account may hold keys that were revoked since.
      if (old.revokedAt !== undefined) throw new RequestError('key_not_found');
      const { expiresAt } = old;
      if (outlives(expiresAt, own)) {
        const end = `keyId must be of a key that ends at ${own.expiresAt} or earlier, when the key of this request ends.`;
        throw new RequestError('validation_failed', end);
      }
      const overlap = Number(overlapHours) * HOUR_MS;
      const endsAt = overlap > 0 ? new Date(now.getTime() + overlap) : undefined;
      return roll(apiKey, old, { endsAt, expiresAt, by }, { [by]: own });
    });
    const { keyId } = rolled.key;
    logFigures('key_rolled', { requestId, accountId, keyId, predecessor: path.keyId, by });
    return {
      body: { ...toAccountKey(rolled.key, prefix), apiKey },
      location: `/keys/${keyId}`,
    };
  });
