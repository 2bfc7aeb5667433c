import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { closeAccount } from '../../infra/operator/accounts/accounts.ts';
import { buildIssueKey, type KeyDetails } from '../../lib/accounts/issue-key.ts';
import { type Key, keyState } from '../../lib/accounts/key-record.ts';
import { printBy } from '../../lib/process/log.ts';
import { openOperations } from '../support/account-operations.ts';
import { openTables } from '../support/open-tables.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const engine = await openTables();
const stage = openTestStage(engine);
const call = openOperations(engine);
type Operation = Parameters<typeof call>[0];
let own: Key;

/** Issues a key as operators do, of a new account if none is named. */
const issue = async (details: Partial<KeyDetails> = {}): Promise<Key> =>
  (await issueTestKey(stage, details)).key;

const create = (asking: Key, body: object = {}) =>
  call('create', asking, { body: { name: 'k', ...body } });

/** The keys of an account that work, as operators see them. */
const working = async ({ accountId }: Key): Promise<string[]> =>
  (await stage.keys.list())
    .filter((key) => key.accountId === accountId && keyState(key, new Date()) === 'active')
    .map(({ keyId }) => keyId)
    .sort();

const listed = async (asking: Key): Promise<string[]> =>
  (await call('list', asking)).body.map(({ id }: { readonly id: string }) => id).sort();

beforeEach(async () => {
  own = await issue();
});

// lists.test.ts holds what getAccount returns of a key: an example of the contract.
test('a key tells what its account may send: as on standard where its plan is unknown', async () => {
  const limit = async () => (await call('get', own)).body.limit;
  expect(await limit()).toEqual({ requestsPerSecond: 20n, burst: 20n });
  await stage.accounts.limit(own.accountId, 'large', 'tester');
  expect(await limit()).toEqual({ requestsPerSecond: 100n, burst: 100n });
  await engine.update('accounts', { accountId: own.accountId }, { plan: 'huge' });
  expect(await limit()).toEqual({ requestsPerSecond: 20n, burst: 20n });
});

// That keys of others are not found is in lists.test.ts.
test('clients and operators see each other’s keys, but those that have ended', async () => {
  const made = (await create(own)).body;
  const operators = await issue({ accountId: own.accountId, scope: 'read' });
  const all = [own.keyId, made.id, operators.keyId].sort();
  expect(await listed(own)).toEqual(all);
  expect(await working(own)).toEqual(all);
  expect(await stage.find(made.apiKey)).toMatchObject({ keyId: made.id, createdBy: own.keyId });

  await stage.keys.revoke(operators, 'tester');
  expect((await call('revoke', own, { id: made.id })).status).toBe(204);
  expect(await listed(own)).toEqual([own.keyId]);
  expect(await working(own)).toEqual([own.keyId]);
  for (const name of ['roll', 'revoke'] as const) {
    expect((await call(name, own, { id: made.id })).body.code).toBe('key_not_found');
  }
});

test('the log names who created, rolled and revoked which key', async () => {
  const lines: { readonly code: string }[] = [];
  printBy((line, isWhole) => (isWhole ? lines.push(JSON.parse(line)) : console.error(line)));
  const { id } = (await create(own)).body;
  const { id: keyId } = (await call('roll', own, { id })).body;
  await call('revoke', own, { id: keyId });
  const { accountId, keyId: by } = own;
  const ids = { level: 'INFO', requestId: expect.any(String), accountId, by };
  expect(lines.filter(({ code }) => code.startsWith('key_'))).toEqual([
    { ...ids, code: 'key_created', keyId: id },
    { ...ids, code: 'key_rolled', keyId, predecessor: id },
    { ...ids, code: 'key_revoked', keyId },
  ]);
});

describe('twenty keys', () => {
  test('are the most, also when thirty are created at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => create(own)));
    const codes = answers.map(({ status, body }) => body.code ?? status);
    expect(codes.filter((code) => code === 201)).toHaveLength(19);
    expect(codes.filter((code) => code === 'key_limit')).toHaveLength(11);
    expect(await listed(own)).toHaveLength(20);
    expect(await working(own)).toHaveLength(20);
    // A key more only for the overlap is a key more.
    const id = own.keyId;
    expect((await call('roll', own, { id })).body.code).toBe('key_limit');
    expect((await call('roll', own, { id, body: { overlapHours: 0 } })).status).toBe(201);
  });

  test('do not count those that have ended by every clock: they may differ by a day', async () => {
    const issueAfter = (hours: number) =>
      buildIssueKey(engine.client, engine.tables, () => new Date(Date.now() + hours * HOUR));
    const { accountId } = own;
    const expiresAt = new Date(Date.now() + DAY).toISOString();
    await Promise.all(Array.from({ length: 19 }, () => create(own, { expiresAt })));
    const details = { accountId, name: 'k', scope: 'full', createdBy: 'tester' } as const;
    expect(await issueAfter(47)('none', details)).toBe('key_limit');
    expect(await issueAfter(48)('pet_test_later', details)).toMatchObject({ accountId });
  });
});

describe('a key that ends', () => {
  const end = new Date(Date.now() + DAY).toISOString();
  beforeEach(async () => {
    own = await issue({ expiresAt: end });
  });

  test('creates none that ends later, and by default one that ends with it', async () => {
    const later = new Date(Date.parse(end) + 1).toISOString();
    const { status, body } = await create(own, { expiresAt: later });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^expiresAt must be at /)]);
    expect((await create(own)).body.expiresAt).toBe(end);
    expect((await create(own, { expiresAt: end.replace('Z', '+00:00') })).body.expiresAt).toBe(end);
  });

  test('rolls none that ends later', async () => {
    const { keyId: id } = await issue({ accountId: own.accountId });
    const { status, body } = await call('roll', own, { id });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^keyId must be of a /)]);
  });

  test('because it was rolled a moment ago makes only keys that end with it', async () => {
    const key = await issue({ accountId: own.accountId });
    // It is rolled between its read and its first write.
    let successor: string | undefined;
    const late = openOperations(engine, {
      issue: async (...words) => {
        const options = { id: key.keyId, body: { overlapHours: 1 } };
        successor ??= (await call('roll', key, options)).body.id;
        expect(successor).toMatch(/^key_/);
        return stage.keys.issue(...words);
      },
    });
    const { body: made } = await late('create', key, { body: { name: 'k' } });

    const [old] = (await stage.keys.list()).filter(({ keyId }) => keyId === key.keyId);
    const endsIn = Date.parse(old?.expiresAt ?? '') - Date.now();
    expect(endsIn / HOUR).toBeCloseTo(1, 1);
    expect(made.expiresAt).toBe(old?.expiresAt);
    expect((await create(key)).body.expiresAt).toBe(old?.expiresAt);
    expect((await call('roll', key, { id: key.keyId })).body.code).toBe('key_rolled');
  });
});

test('a key that was revoked or has expired, or whose account was closed, changes nothing while it is cached', async () => {
  const { body: other } = await create(own);
  await stage.keys.revoke(own, 'tester');
  for (const name of ['get', 'create', 'roll', 'revoke'] as const) {
    const { body } = await call(name, own, { id: other.id, body: { name: 'k' } });
    expect([name, body.code]).toEqual([name, 'unauthorized']);
  }
  expect(await working(own)).toEqual([other.id]);
  const expired = await issue({ expiresAt: '2020-01-01T00:00:00.000Z' });
  const closed = await issue();
  await closeAccount(stage, closed.accountId);
  for (const key of [expired, closed]) expect((await create(key)).body.code).toBe('unauthorized');
});

test('a key that ends while it rolls another is refused, and the other stays', async () => {
  const { body: other } = await create(own);
  const late = openOperations(engine, {
    roll: async (...words) => {
      await stage.keys.revoke(own, 'tester');
      return stage.keys.roll(...words);
    },
  });
  const { body } = await late('roll', own, { id: other.id });
  expect(body.code).toBe('unauthorized');
  expect(await working(own)).toEqual([other.id]);
});

test('rolling and revoking at once leave no key that nobody sees', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { body: key } = await create(own);
    const [rolled, revoked] = await Promise.all([
      call('roll', own, { id: key.id }),
      call('revoke', own, { id: key.id }),
    ]);
    expect(revoked.status).toBe(204);
    const left = rolled.status === 201 ? [own.keyId, rolled.body.id].sort() : [own.keyId];
    expect(await working(own)).toEqual(left);
    expect(await listed(own)).toEqual(left);
    if (rolled.status === 201) await call('revoke', own, { id: rolled.body.id });
  }
});

test.each([1, 0])(
  'of ten rolls at once with an overlap of %i hours, and a later one, one makes a key',
  async (overlapHours) => {
    const { body: key } = await create(own);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call('roll', own, { id: key.id, body: { overlapHours } })),
    );
    const [made, ...others] = answers.toSorted((one, other) => one.status - other.status);
    expect([made?.status, made?.body.expiresAt]).toEqual([201, undefined]);
    const later = await call('roll', own, { id: key.id });
    for (const { status, body } of [...others, later]) {
      expect([status, body.code]).toEqual([409, 'key_rolled']);
      expect(body.message).toContain(made?.body.id);
    }
    const { body: all } = await call('list', own);
    const replaced = all.map(({ replacedBy }: { replacedBy?: string }) => replacedBy);
    expect(replaced).toEqual(
      overlapHours > 0 ? [undefined, made?.body.id, undefined] : [undefined, undefined],
    );
  },
);

const NO_OVERLAP = /^overlapHours must be a whole number of hours, from 0 to 168/;
test.each<[Operation, object, RegExp]>([
  ['create', { expiresAt: '2020-01-01T00:00:00Z' }, /^expiresAt must be in the future/],
  ['create', { expiresAt: '2999-01-01T00:00:00Z' }, /^expiresAt must be within 100 years/],
  ['create', { expiresAt: '2099-01-01T00:00:00' }, /^expiresAt must be a time with a zone/],
  ['create', { expiresAt: 'tomorrow' }, /^expiresAt must be a time with a zone[^;]*$/],
  ['roll', { overlapHours: -1 }, NO_OVERLAP],
  ['roll', { overlapHours: 169 }, NO_OVERLAP],
  ['roll', { overlapHours: '24' }, NO_OVERLAP],
])('%s with %j is refused', async (name, members, message) => {
  const options = { id: own.keyId, body: { name: 'k', ...members } };
  const { status, body } = await call(name, own, options);
  expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
});

test('a key that has ended by one of two clocks, which may differ by a day, is listed and can be ended, for good', async () => {
  const end = Date.now() + HOUR;
  const expiresAt = new Date(end).toISOString();
  const one = await issue({ accountId: own.accountId, expiresAt });
  const other = await issue({ accountId: own.accountId, expiresAt });
  // Only the date is not the real one: engine and client need these.
  const timers =
    'nextTick queueMicrotask performance hrtime setImmediate clearImmediate setTimeout clearTimeout setInterval clearInterval';
  jest.useFakeTimers({ doNotFake: timers.split(' ') as never[] });
  const revoke = (asking: Key, { keyId: id }: Key) => call('revoke', asking, { id });

  jest.setSystemTime(end + DAY);
  expect(await listed(own)).toEqual([own.keyId]);
  expect((await revoke(own, one)).body.code).toBe('key_not_found');
  expect((await revoke(one, one)).body.code).toBe('unauthorized');
  jest.setSystemTime(end + DAY - 1);
  expect(await listed(own)).toEqual([own.keyId, one.keyId, other.keyId].sort());
  expect((await revoke(one, other)).status).toBe(204);
  expect((await revoke(own, one)).status).toBe(204);
  // Before both ended.
  jest.setSystemTime(end - 1);
  expect(await listed(own)).toEqual([own.keyId]);
  expect(await working(own)).toEqual([own.keyId]);
});
