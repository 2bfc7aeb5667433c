import { createKeyHandler } from '../../functions/create-key/handler.ts';
import { getAccountHandler } from '../../functions/get-account/handler.ts';
import { listKeysHandler } from '../../functions/list-keys/handler.ts';
import { revokeKeyHandler } from '../../functions/revoke-key/handler.ts';
import { rollKeyHandler } from '../../functions/roll-key/handler.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { buildReadKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey } from '../../lib/accounts/issue-key.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import { buildListKeys } from '../../lib/accounts/list-keys.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { buildRevokeKey } from '../../lib/accounts/revoke-key.ts';
import { buildRollKey } from '../../lib/accounts/roll-key.ts';
import { slowestClock } from '../../lib/process/clock.ts';
import { parseJson } from '../../lib/values/json.ts';
import type { TestEngine } from './engine.ts';
import { proxyEvent } from './events.ts';

/** The operations of an account and its keys, over an engine. */
export const openOperations = ({ client, tables }: TestEngine) => {
  const readCaller = buildReadCaller(client, tables);
  const readKey = buildReadKey(client, tables);
  const list = buildListKeys(client, tables);
  const { plans } = STAGES.production.throttle;
  const handlers = {
    get: getAccountHandler(readCaller, readKey, plans, 'pet_test_'),
    list: listKeysHandler(list, 'pet_test_'),
    create: createKeyHandler(readCaller, buildIssueKey(client, tables), 'pet_test_'),
    roll: rollKeyHandler(readCaller, readKey, buildRollKey(client, tables), 'pet_test_'),
    revoke: revokeKeyHandler(
      buildReadCaller(client, tables, slowestClock),
      buildRevokeKey(client, tables),
    ),
  };
  return async (
    name: keyof typeof handlers,
    { accountId, keyId }: Pick<Key, 'accountId' | 'keyId'>,
    { body, id = '' }: { readonly body?: unknown; readonly id?: string } = {},
    handler = handlers[name],
  ) => {
    const event = proxyEvent({
      accountId,
      keyId,
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      pathParameters: { keyId: id },
      body: JSON.stringify(body ?? {}),
    });
    // A busy machine must not end it: its time is long.
    const context = { getRemainingTimeInMillis: () => 60_000 };
    const answer = await handler(event, context as never);
    return { status: answer.statusCode, body: answer.body ? Object(parseJson(answer.body)) : {} };
  };
};
