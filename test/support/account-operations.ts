import { open as openCreateKey } from '../../functions/create-key/handler.ts';
import { open as openGetAccount } from '../../functions/get-account/handler.ts';
import { open as openListKeys } from '../../functions/list-keys/handler.ts';
import { open as openRevokeKey } from '../../functions/revoke-key/handler.ts';
import { open as openRollKey } from '../../functions/roll-key/handler.ts';
import { STAGES } from '../../infra/stacks/stages.ts';
import { buildReadKey } from '../../lib/accounts/find-key.ts';
import { buildIssueKey, buildRollKey } from '../../lib/accounts/issue-key.ts';
import type { Key } from '../../lib/accounts/key-record.ts';
import { buildListKeys } from '../../lib/accounts/list-keys.ts';
import { buildReadCaller } from '../../lib/accounts/read-caller.ts';
import { buildRevokeKey } from '../../lib/accounts/revoke-key.ts';
import { slowestClock } from '../../lib/process/clock.ts';
import type { TestEngine } from './engine.ts';
import { createEvent, invoke } from './events.ts';

/** The operations of an account and its keys, over an engine, or with another way to store new keys. */
export const openOperations = (
  { client, tables }: TestEngine,
  {
    issue = buildIssueKey(client, tables),
    roll = buildRollKey(client, tables),
  }: {
    readonly issue?: ReturnType<typeof buildIssueKey>;
    readonly roll?: ReturnType<typeof buildRollKey>;
  } = {},
) => {
  const readCaller = buildReadCaller(client, tables);
  const readKey = buildReadKey(client, tables);
  const list = buildListKeys(client, tables);
  const { plans } = STAGES.production.throttle;
  const handlers = {
    get: openGetAccount({ readCaller, readKey }, plans, 'pet_test_'),
    list: openListKeys(list, 'pet_test_'),
    create: openCreateKey({ readCaller, issue }, 'pet_test_'),
    roll: openRollKey({ readCaller, readKey, roll }, 'pet_test_'),
    revoke: openRevokeKey({
      readCaller: buildReadCaller(client, tables, slowestClock),
      revoke: buildRevokeKey(client, tables),
    }),
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
