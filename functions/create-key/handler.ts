import { generateApiKey, KeyPrefix } from '../../lib/accounts/api-key.ts';
import {
  buildReadCaller,
  changeKeys,
  outlives,
  type ReadCaller,
} from '../../lib/accounts/caller.ts';
import { buildIssueKey, type IssueKey } from '../../lib/accounts/issue-key.ts';
import { toAccountKey } from '../../lib/accounts/shown-key.ts';
import { RequestError } from '../../lib/errors/request-error.ts';
import { callerOf } from '../../lib/http/account-id.ts';
import { operation } from '../../lib/http/operation.ts';
import { requestPath } from '../../lib/http/request-url.ts';
import { KEY_PREFIX_ENV, requireEnv } from '../../lib/process/env.ts';
import { logFigures } from '../../lib/process/log.ts';
import { createDocumentClient } from '../../lib/storage/document-client.ts';
import { tableName } from '../../lib/storage/tables.ts';
import { createKey } from './contract.ts';

/** Answers createKey from storage. */
export const createKeyHandler = (readCaller: ReadCaller, issue: IssueKey, prefix: KeyPrefix) =>
  operation(createKey, async ({ body: { name, scope, expiresAt: asked } }, event) => {
    const { accountId, keyId: createdBy } = callerOf(event);
    const apiKey = generateApiKey(prefix);
    const key = await changeKeys(async () => {
      const { key: own } = await readCaller({ accountId, keyId: createdBy });
      const expiresAt = asked === undefined ? own.expiresAt : new Date(asked).toISOString();
      if (outlives(expiresAt, own)) {
        const end = `expiresAt must be at ${own.expiresAt} or earlier, when the key of this request ends.`;
        throw new RequestError('validation_failed', end);
      }
      const details = { accountId, name, scope, createdBy, ...(expiresAt && { expiresAt }) };
      return issue(apiKey, details, { [createdBy]: own });
    });
    const { requestId } = event.requestContext;
    logFigures('key_created', { requestId, accountId, keyId: key.keyId, by: createdBy });
    return {
      body: { ...toAccountKey(key, prefix), apiKey },
      headers: { Location: `${requestPath(event)}/${key.keyId}` },
    };
  });

export const open = (client = createDocumentClient()) => {
  const accounts = tableName('accounts');
  return createKeyHandler(
    buildReadCaller(client, accounts),
    buildIssueKey(client, { accounts, apiKeys: tableName('apiKeys') }),
    KeyPrefix.parse(requireEnv(KEY_PREFIX_ENV)),
  );
};
