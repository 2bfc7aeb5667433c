import { describe, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { buildPutCategory } from '../../functions/put-category/store.ts';
import { closeAccount, limitAccount } from '../../infra/operator/accounts/accounts.ts';
import { cancelOrders } from '../../infra/operator/accounts/cancel-orders.ts';
import { handOutKey, handOutSuccessor } from '../../infra/operator/accounts/hand-out-key.ts';
import { type Created, findRemovals } from '../../infra/operator/accounts/remove-created.ts';
import {
  disableWebhook,
  disableWebhooksOf,
  sendsTo,
  webhooksSetBy,
} from '../../infra/operator/accounts/webhooks.ts';
import { backfill } from '../../infra/operator/backfills/backfill.ts';
import { readStates } from '../../infra/operator/backfills/backfill-states.ts';
import { backfillStage } from '../../infra/operator/commands/backfill-commands.ts';
import { removeCreated } from '../../infra/operator/commands/remove-created-command.ts';
import type { StageLogs } from '../../infra/operator/logs/stage-logs.ts';
import { restartLogs } from '../../infra/operator/restore/restart-logs.ts';
import { parseTarget } from '../../infra/operator/terminal/arguments.ts';
import { RefusedError } from '../../infra/operator/terminal/errors.ts';
import { createOutput } from '../../infra/operator/terminal/output.ts';
import type { KeyDetails } from '../../lib/accounts/issue-key.ts';
import { type Key, keyState } from '../../lib/accounts/key-record.ts';
import { StoredPet } from '../../lib/pets/stored-pet.ts';
import { openRecording } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { orderStore } from '../support/stored-orders.ts';
import { petStore } from '../support/stored-pets.ts';
import { newSecret, SET_BY, webhookStorage } from '../support/stored-webhooks.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

const HOUR = 3_600_000;

const engine = await openTables();
const { client, tables } = engine;
const stage = openTestStage(engine);
const recording = await openRecording(engine);
const recordedStage = openTestStage({ ...engine, client: recording.client });
const NOBODY = 'acct_0000000000000000';

const openAccount = async (): Promise<string> =>
  (await stage.accounts.create('Shelter', 'tester')).accountId;

const stateOf = (key: Key | undefined) => key && keyState(key, new Date());

const issue = (accountId: string, details: Partial<KeyDetails> = {}, of = stage) =>
  handOutKey(of, { accountId, name: 'web', scope: 'full', ...details });

const activeKeysOf = async (accountId: string): Promise<Key[]> =>
  (await stage.keys.list()).filter(
    (key) => key.accountId === accountId && stateOf(key) === 'active',
  );

describe('issuing a key', () => {
  test('first has API Gateway follow the account, and is refused where that fails', async () => {
    const accountId = await openAccount();
    const account = await stage.accounts.get(accountId);
    const putOnPlan = async (followed: unknown) => {
      expect(followed).toEqual(account);
      throw new Error('no API Gateway');
    };
    const issued = issue(accountId, {}, { ...stage, putOnPlan });
    await expect(issued).rejects.toThrow('no API Gateway');
    expect(await activeKeysOf(accountId)).toEqual([]);
  });

  test('is refused for an account that is unknown or closed, and leaves no key', async () => {
    const closed = await openAccount();
    await closeAccount(stage, closed);
    for (const accountId of [closed, NOBODY]) {
      await expect(issue(accountId)).rejects.toThrow(RefusedError);
      expect(await activeKeysOf(accountId)).toEqual([]);
    }
  });

  test('at the same time as closing leaves no key that works', async () => {
    for (let round = 0; round < 10; round += 1) {
      const accountId = await openAccount();
      const issues = Array.from({ length: 5 }, () => issue(accountId));
      await Promise.allSettled([...issues, closeAccount(stage, accountId)]);
      expect(await activeKeysOf(accountId)).toEqual([]);
    }
  });
});

describe('rolling a key', () => {
  test('issues a successor like it, and ends it after the overlap', async () => {
    const accountId = await openAccount();
    const { key } = await issue(accountId, { scope: 'read' });
    const rolled = await handOutSuccessor(stage, key.keyId, 24 * HOUR);
    const { apiKey, key: successor, predecessor } = rolled;
    expect(successor).toMatchObject({ accountId, name: 'web', scope: 'read' });
    expect(successor.expiresAt).toBeUndefined();
    expect(stateOf(await stage.find(apiKey))).toBe('active');
    expect(predecessor).toMatchObject({ successor: successor.keyId, rolledBy: 'tester' });
    const overlap = Date.parse(predecessor.expiresAt ?? '') - Date.now();
    expect(overlap / HOUR).toBeCloseTo(24, 1);
  });

  test('never lengthens its life, and gives the successor as long a one, or the end that was asked for', async () => {
    const accountId = await openAccount();
    const expiresAt = new Date(Date.now() + HOUR).toISOString();
    const { key } = await issue(accountId, { expiresAt });
    const { key: successor, predecessor } = await handOutSuccessor(stage, key.keyId, 24 * HOUR);
    expect(predecessor.expiresAt).toBe(expiresAt);
    const life = Date.parse(successor.expiresAt ?? '') - Date.parse(successor.createdAt);
    expect(life / HOUR).toBeCloseTo(1, 2);
    const end = new Date(Date.now() + 5 * HOUR);
    const asked = await handOutSuccessor(stage, successor.keyId, 0, end);
    expect(asked.key.expiresAt).toBe(end.toISOString());
    // Not at a time: another clock could be before it.
    expect(stateOf(asked.predecessor)).toBe('revoked');
  });

  test('is refused when it has a successor, was revoked or has expired', async () => {
    const accountId = await openAccount();
    const { key } = await issue(accountId);
    const { predecessor } = await handOutSuccessor(stage, key.keyId, 24 * HOUR);
    const again = handOutSuccessor(stage, predecessor.keyId, 0);
    await expect(again).rejects.toThrow(/rolled already.*key_/);

    const revoked = await stage.keys.revoke((await issue(accountId)).key, 'ann');
    await expect(handOutSuccessor(stage, revoked.keyId, 0)).rejects.toThrow(/is revoked since/);

    const { key: expired } = await issue(accountId, { expiresAt: '2020-01-01T00:00:00.000Z' });
    await expect(handOutSuccessor(stage, expired.keyId, 0)).rejects.toThrow(/is expired since/);
    expect(await activeKeysOf(accountId)).toHaveLength(2);
  });
});

test('the webhooks that a revoked key was the last to set are found, and disabled also if they come late', async () => {
  const { create, read, patch } = webhookStorage(engine);
  const leaked = 'key_leaked0000000000';
  const webhooks = [await create(), await create(), await create()] as const;
  const [moved, resealed, kept] = webhooks;
  const secret = newSecret();
  await patch(moved, { url: 'https://other.example/' }, leaked);
  await patch(resealed, { secret }, leaked);
  await patch(kept, { url: 'https://other.example/' }, leaked);
  await patch(kept, { url: kept.url });
  // A change of something else, and a secret that stays, set neither.
  await patch(moved, { delivered: moved.delivered });
  await patch(resealed, { secret });
  const setBy = async (keyId: string) =>
    Object.fromEntries((await webhooksSetBy(stage, keyId)).map(({ id, set }) => [id, set]));
  expect(await setBy(leaked)).toEqual({ [moved.id]: ['url'], [resealed.id]: ['secret'] });
  expect(await setBy(SET_BY)).toMatchObject({
    [moved.id]: ['secret'],
    [kept.id]: ['url', 'secret'],
  });

  const statuses = async () =>
    Promise.all(webhooks.map(async (webhook) => (await read(webhook))?.status));
  const quiet = new Date(Date.now() + HOUR);
  await disableWebhooksOf(stage, leaked, quiet, async (until) => {
    expect(until).toBe(quiet);
    expect(await statuses()).toEqual(['disabled', 'disabled', 'enabled']);
    // A request with a cached key.
    await patch(resealed, { status: 'enabled' }, leaked);
  });
  expect(await statuses()).toEqual(['disabled', 'disabled', 'enabled']);
});

test('limiting an account writes its record, and then has API Gateway follow it', async () => {
  const accountId = await openAccount();
  const seen: unknown[] = [];
  const putOnPlan = async (account: unknown) =>
    void seen.push(account, await stage.accounts.get(accountId));
  const limited = await limitAccount({ ...stage, putOnPlan }, accountId, 'large');
  expect(limited).toMatchObject({ accountId, plan: 'large' });
  expect(seen).toEqual([limited, limited]);
});

test('closing an account revokes its keys and no others', async () => {
  const [accountId, other] = [await openAccount(), await openAccount()];
  for (const owner of [accountId, accountId, other]) await issue(owner);
  const { account, revoked } = await closeAccount(stage, accountId);
  expect(account).toMatchObject({ closedBy: 'tester' });
  expect(revoked).toHaveLength(2);
  expect(await activeKeysOf(accountId)).toEqual([]);
  expect(await activeKeysOf(other)).toHaveLength(1);
});

test('an account that is unknown is not limited or closed', async () => {
  const refused = `There is no account ${NOBODY}: account list shows those there are.`;
  await expect(limitAccount(stage, NOBODY, 'large')).rejects.toThrow(refused);
  await expect(closeAccount(stage, NOBODY)).rejects.toThrow(refused);
});

/** One thing of each kind, of an account, as the lines of the logs name them. */
const createOneOfEach = async (): Promise<readonly Created[]> => {
  const accountId = await openAccount();
  const { key } = await issue(accountId);
  const pet = await petStore(engine).create({ accountId });
  const order = await orderStore(engine).place(pet.id, accountId);
  const webhook = await webhookStorage(engine).create({ accountId });
  const put = buildPutCategory(client, tables);
  const { category } = await put(77n, { name: 'Dogs' }, { accountId, ifMatch: undefined });
  const ids: [part: string, id: bigint | string, revision?: string][] = [
    ['createKey', key.keyId],
    ['createWebhook', webhook.id],
    ['placeOrder', order.id],
    ['createPet', pet.id],
    ['putCategory', category.id, category.revision],
  ];
  return ids.map(([part, id, revision]) => ({ part, id: String(id), accountId, revision }));
};

test('what a key created is removed by a second run if it was ordered anew since the first one looked', async () => {
  const created = await createOneOfEach();
  const idOf = (part: string) => BigInt(created.find((each) => each.part === part)?.id ?? 0);
  const first = await findRemovals(stage, created);
  const orders = orderStore(engine);
  await orders.cancel(created[0]?.accountId ?? '', idOf('placeOrder'));
  const { id } = await orders.place(idOf('createPet'), NOBODY);
  await first.remove();
  const removed = ({ kinds }: typeof first) => kinds.map((kind) => [kind.what, kind.removed]);
  expect(removed(first)).toEqual([
    ['keys', 1],
    ['webhooks', 1],
    ['orders', 0],
    ['pets', 0],
    ['categories', 1],
  ]);

  const second = await findRemovals(stage, created);
  await second.remove();
  expect(second.kinds[0]?.ids).toEqual([String(id)]);
  expect(removed(second)).toEqual([
    ['orders', 1],
    ['pets', 1],
  ]);
  expect(second.gone).toBe(4);
});

test('a pet is deleted at once after the order that holds it was cancelled: nobody orders it meanwhile', async () => {
  recording.asked.length = 0;
  const created: Created[] = [];
  // More than are removed at once.
  for (let nth = 0; nth < 20; nth += 1) {
    const { id } = await petStore(engine).create({ accountId: NOBODY });
    await orderStore(engine).place(id);
    created.push({ part: 'createPet', id: String(id), accountId: NOBODY, revision: undefined });
  }
  const { remove } = await findRemovals(recordedStage, created);
  await remove();
  const steps = recording.asked.map((line) => line.split(' ').slice(0, 2).join(' '));
  expect(steps.indexOf('DeleteItem pets')).toBeGreaterThan(-1);
  expect(steps.indexOf('DeleteItem pets')).toBeLessThan(steps.lastIndexOf('UpdateItem orders'));
});

test('what operations create at an address of its own can be removed', async () => {
  const lasting = operations.filter(
    ({ success: { headers, statusIfNew } }) => statusIfNew || headers?.includes('Location'),
  );
  const created = lasting.map(({ operationId: part }) => ({
    part,
    id: '0',
    accountId: NOBODY,
    revision: undefined,
  }));
  const { gone, others } = await findRemovals(stage, created);
  expect([...others]).toEqual([]);
  expect(gone).toBeGreaterThan(0);
});

test('what a key created stays if the operator says no', async () => {
  const accountId = await openAccount();
  const { id } = await petStore(engine).create({ accountId });
  const message = JSON.stringify({ accountId, id: String(id) });
  const find = async () => [{ part: 'createPet', '@message': message }];
  const logs = { find } as unknown as StageLogs;
  const asked: string[] = [];
  const output = createOutput(true, async (change) => {
    asked.push(change);
    throw new RefusedError('no');
  });
  const quiet = { ...output, note: (text: string) => void asked.push(text) };
  const session = { ...stage, ...quiet, openLogs: async () => logs };
  const removed = removeCreated(session, 'key_0', { since: new Date(0) });
  await expect(removed).rejects.toThrow('no');
  expect(asked).toEqual([
    expect.stringMatching(/pets +1 +0$/),
    'Remove all that was found of key_0',
  ]);
  expect(await petStore(engine).get(id)).toMatchObject({ id });
});

test('commands on accounts, keys, webhooks, events and backfills ask storage for what docs/operators.md lists, and for nothing else', async () => {
  recording.asked.length = 0;
  const { accounts, keys } = recordedStage;
  const { accountId } = await accounts.create('Shelter', 'tester');
  await accounts.list();
  await limitAccount(recordedStage, accountId, 'large');
  const { key } = await issue(accountId, {}, recordedStage);
  await handOutSuccessor(recordedStage, key.keyId, HOUR);
  expect(await keys.get(key.keyId)).toMatchObject({ keyHash: key.keyHash });
  await keys.revoke(key, 'tester');
  await closeAccount(recordedStage, accountId);
  const webhook = await webhookStorage(engine).create({ url: 'https://hooks.example/' });
  await webhooksSetBy(recordedStage, key.keyId);
  await disableWebhook(recordedStage, webhook);
  await engine.put('events', { log: 'pets', position: 1n });
  await restartLogs(recordedStage);
  const created = await createOneOfEach();
  const given = { table: 'pets', description: '', schema: StoredPet } as const;
  const named = backfill({ ...given, change: ({ name }) => ({ nameLength: name.length }) });
  const quiet = { note: () => {}, result: async () => {} };
  await backfillStage({ ...recordedStage, ...quiet }, 'named', named, { rate: 1000 });
  await readStates(recordedStage);
  const { remove } = await findRemovals(recordedStage, created);
  await remove();
  const asked: Record<string, Set<string>> = {};
  for (const line of recording.asked) {
    // With how it reads: nothing is read as it was.
    const [action = '', ...how] = line.split(' ');
    asked[action] = (asked[action] ?? new Set()).add(how.join(' '));
  }
  const words = (text: string) => new Set(text.split(' '));
  expect(asked).toEqual({
    BatchWriteItem: words('events'),
    DeleteItem: words('categories pets webhookSecrets webhooks'),
    DescribeTable: words('pets'),
    GetItem: words('accounts apiKeys backfills categories orders pets webhooks'),
    PutItem: words('accounts apiKeys'),
    Query: words('apiKeys/index/byId'),
    Scan: words('accounts apiKeys backfills events pets webhooks'),
    UpdateItem: words('accounts apiKeys backfills events orders pets webhooks'),
  });
});

const HOOKS = ['https://shop.example/a', 'https://shop.example:8443/a?b'] as const;
test.each([
  ['shop.example', HOOKS],
  ['https://shop.example/a', HOOKS],
  ['shop.example:8443', [HOOKS[1]]],
  ['shop.example/a?b', [HOOKS[1]]],
  ['shop.example/b', []],
  ['nobody.example', []],
])('%s leads to the webhooks that send there: %j', (text, found) => {
  const known = parseTarget(text);
  const urls = [...HOOKS, 'https://my.shop.example/'];
  expect(urls.filter((url) => sendsTo(known, { url }))).toEqual(found);
});

test('open orders of accounts that are closed are cancelled by an operator, and no other order is', async () => {
  const orders = orderStore(engine);
  const { create, get: getPet } = petStore(engine);
  const [closed, other] = [await openAccount(), await openAccount()];
  const orderOf = async (owner: string, customer: string) =>
    orders.place((await create({ accountId: owner })).id, customer);
  const ended = await orderOf(closed, other);
  await orders.complete(closed, ended.id);
  const left = [
    await orderOf(closed, closed),
    await orderOf(closed, other),
    await orderOf(other, closed),
  ];
  const foreign = await orderOf(other, other);
  const late: bigint[] = [];
  // A request that comes with a cached key.
  const placeLate = async () => {
    late.push((await orderOf(other, closed)).id);
  };
  const cancel = (id: string, wait: (until: Date) => Promise<void> = placeLate) =>
    cancelOrders(stage, id, wait);
  await expect(cancel('acct_none')).rejects.toThrow(RefusedError);
  await expect(cancel(closed)).rejects.toThrow(`${closed} is not closed`);
  const byOther = await orderOf(closed, other);
  const { key } = await issueTestKey(stage, { accountId: closed });
  await stage.accounts.close(closed, 'cut off here');
  await expect(cancel(closed)).rejects.toThrow('a key of it still works: account close');
  await closeAccount(stage, closed);
  // The other side can end it as ever.
  expect(await orders.cancel(other, byOther.id)).toMatchObject({ status: 'cancelled' });
  const times: Date[] = [];
  const found = await Promise.all([
    cancel(closed, async (until) => {
      times.push(until);
      await placeLate();
    }),
    cancel(closed),
  ]);
  const ids = [...left.map(({ id }) => id), ...late].sort();
  expect([late.length, found.flat().sort()]).toEqual([2, ids]);
  const { revokedAt } = (await stage.keys.list()).find(({ keyId }) => keyId === key.keyId) ?? {};
  expect(times).toEqual([new Date(Date.parse(revokedAt ?? '') + 60_000 + 29_000)]);
  for (const { id, petId } of left) {
    expect(await orders.get(closed, id)).toMatchObject({ status: 'cancelled' });
    expect(await getPet(petId)).toMatchObject({ status: 'available' });
  }
  expect(await orders.get(closed, ended.id)).toMatchObject({ status: 'completed' });
  expect(await orders.get(other, foreign.id)).toEqual(foreign);
});
