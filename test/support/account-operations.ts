import { createKeyHandler } from '../../functions/create-key/handler.ts';
import { getAccountHandler } from '../../functions/get-account/handler.ts';
import { listKeysHandler } from '../../functions/list-keys/handler.ts';
import { revokeKeyHandler } from '../../functions/revoke-key/handler.ts';
import { rollKeyHandler } from '../../functions/roll-key/handler.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { buildReadKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey, type IssueKey } from '../../lib/accounts/issue-key.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import { buildListKeys } from '../../lib/accounts/list-keys.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { buildRevokeKey } from '../../lib/accounts/revoke-key.ts';
import { buildRollKey, type RollKey } from '../../lib/accounts/roll-key.ts';
import { slowestClock } from '../../lib/process/clock.ts';
import type { TestEngine } from './engine.ts';
import { createEvent, invoke } from './events.ts';

/** The operations of an account and its keys, over an engine, or with another way to store new keys. */
export const openOperations = (
  { client, tables }: TestEngine,
  {
    issue = buildIssueKey(client, tables),
    roll = buildRollKey(client, tables),
  }: { readonly issue?: IssueKey; readonly roll?: RollKey } = {},
) => {
  const readCaller = buildReadCaller(client, tables);
  const readKey = buildReadKey(client, tables);
  const list = buildListKeys(client, tables);
  const { plans } = STAGES.production.throttle;
  const handlers = {
    get: getAccountHandler(readCaller, readKey, plans, 'pet_test_'),
    list: listKeysHandler(list, 'pet_test_'),
    create: createKeyHandler(readCaller, issue, 'pet_test_'),
    roll: rollKeyHandler(readCaller, readKey, roll, 'pet_test_'),
    revoke: revokeKeyHandler(
      buildReadCaller(client, tables, slowestClock),
      buildRevokeKey(client, tables),
    ),
  };
  return async (
    name: keyof typeof handlers,
    { accountId, keyId }: Pick<Key, 'accountId' | 'keyId'>,
    { body, id = '' }: { readonly body?: unknown; readonly id?: string } = {},
  ) => {
    const caller = { accountId, keyId, pathParameters: { keyId: id } };
    const answer = await invoke(handlers[name], createEvent(JSON.stringify(body ?? {}), caller));
    return { status: answer.status, body: Object(answer.body) };
  };
};
