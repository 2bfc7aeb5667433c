import { generateApiKey, keyPrefix } from '../../lib/accounts/api-key.ts';
import { changeKeys, outlives } from '../../lib/accounts/held-keys.ts';
import { buildIssueKey } from '../../lib/accounts/issue-key.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { operation } from '../../lib/http/operation.ts';
import { logFigures } from '../../lib/process/log.ts';
import { openStorage } from '../../lib/storage/open-storage.ts';
import { createKey } from './contract.ts';

export const open = (
  { readCaller, issue } = openStorage(createKey.access, (client, tables) => ({
    readCaller: buildReadCaller(client, tables),
    issue: buildIssueKey(client, tables),
  })),
  prefix = keyPrefix(),
) =>
  operation(createKey, async ({ caller, requestId, body: { name, scope, expiresAt: asked } }) => {
    const { accountId, keyId: createdBy } = caller;
    const apiKey = generateApiKey(prefix);
    const key = await changeKeys(async () => {
      const { key: own } = await readCaller(caller);
      const expiresAt = asked === undefined ? own.expiresAt : new Date(asked).toISOString();
      if (outlives(expiresAt, own)) {
        const end = `expiresAt must be at ${own.expiresAt} or earlier, when the key of this request ends.`;
        throw new RequestError('validation_failed', end);
      }
      const details = { accountId, name, scope, createdBy, ...(expiresAt && { expiresAt }) };
      return issue(apiKey, details, { [createdBy]: own });
    });
    logFigures('key_created', { requestId, accountId, keyId: key.keyId, by: createdBy });
    return {
      body: { ...toAccountKey(key, prefix), apiKey },
      location: `/keys/${key.keyId}`,
    };
  });
