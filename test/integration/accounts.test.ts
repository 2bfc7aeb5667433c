import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import { buildRecordUse } from '../../lib/accounts/record-last-use.ts';
import { openFaulty } from '../support/faulty-client.ts';
import { openTables } from '../support/open-tables.ts';
import { issueTestKey, openTestStage } from '../support/test-stage.ts';

const engine = await openTables();
const faulty = await openFaulty(engine);
const time = { now: new Date('2026-11-21T10:20:30.000Z') };
const stage = openTestStage(engine, () => time.now);

beforeEach(() => {
  time.now = new Date('2026-11-21T10:20:30.000Z');
});

describe('an account', () => {
  test('carries its name and its plan, and who made and set them when', async () => {
    const account = await stage.accounts.create('Shelter', 'ann');
    expect(account).toEqual({
      accountId: expect.stringMatching(/^acct_[0-9A-Za-z]{16}$/),
      name: 'Shelter',
      createdAt: '2026-11-21T10:20:30.000Z',
      createdBy: 'ann',
      keys: {},
    });
    const { accountId } = account;
    expect(await stage.accounts.get(accountId)).toEqual(account);
    const limited = await stage.accounts.limit(accountId, 'large', 'bob');
    const limitedAt = '2026-11-21T10:20:30.000Z';
    expect(limited).toEqual({ ...account, plan: 'large', limitedAt, limitedBy: 'bob' });
    expect(await stage.accounts.get(accountId)).toEqual(limited);
    expect(await stage.accounts.list()).toContainEqual(limited);
  });

  test('stays closed as it was closed first', async () => {
    const { accountId } = await stage.accounts.create('Shelter', 'ann');
    const closed = await stage.accounts.close(accountId, 'bob');
    expect(closed).toMatchObject({ closedAt: '2026-11-21T10:20:30.000Z', closedBy: 'bob' });
    time.now = new Date('2026-11-22T00:00:00.000Z');
    expect(await stage.accounts.close(accountId, 'eve')).toEqual(closed);
  });
});

describe('a key', () => {
  test('is found once it was issued, with all that is known of it, and no other is', async () => {
    const { apiKey, key } = await issueTestKey(stage, { expiresAt: '2027-01-01T00:00:00.000Z' });
    expect(key).toEqual({
      keyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      keyId: expect.stringMatching(/^key_[0-9A-Za-z]{16}$/),
      accountId: expect.stringMatching(/^acct_[0-9A-Za-z]{16}$/),
      name: 'test',
      scope: 'full',
      lastFour: apiKey.slice(-4),
      createdAt: '2026-11-21T10:20:30.000Z',
      createdBy: 'tester',
      expiresAt: '2027-01-01T00:00:00.000Z',
    });
    expect(await stage.find(apiKey)).toEqual(key);
    const sent = jest.spyOn(engine.client, 'send');
    expect(await stage.keys.get(key.keyId)).toEqual(key);
    // Without a read of all.
    const commands = sent.mock.calls.map(([command]) => command.constructor.name);
    expect(commands).toEqual(['QueryCommand', 'GetCommand']);
    expect(await stage.find(generateApiKey('pet_test_'))).toBeUndefined();
    expect(await stage.keys.get('key_0000000000000000')).toBeUndefined();
  });

  test('is issued once only', async () => {
    const { apiKey, key } = await issueTestKey(stage);
    const details = { accountId: key.accountId, name: 'b', scope: 'read' } as const;
    expect(await stage.keys.issue(apiKey, { ...details, createdBy: 'eve' })).toBe(
      'key_record_changed',
    );
    expect(await stage.find(apiKey)).toEqual(key);
  });

  test('stays revoked as it was revoked first', async () => {
    const { apiKey, key } = await issueTestKey(stage);
    const revoked = await stage.keys.revoke(key, 'ann');
    expect(revoked).toEqual({ ...key, revokedAt: '2026-11-21T10:20:30.000Z', revokedBy: 'ann' });
    time.now = new Date('2026-11-22T00:00:00.000Z');
    expect(await stage.keys.revoke(key, 'eve')).toEqual(revoked);
    expect(await stage.find(apiKey)).toEqual(revoked);
  });

  test('that is unknown is not made by revoking it or by a use', async () => {
    const key = { ...(await issueTestKey(stage)).key, keyHash: 'none' };
    await expect(stage.keys.revoke(key, 'ann')).rejects.toThrow();
    await buildRecordUse(engine.client, engine.tables)(key, time.now);
    expect(await engine.get('apiKeys', { keyHash: 'none' })).toBeUndefined();
  });
});

describe('a list', () => {
  test('has the first keys there were with full access, and leaves malformed ones out with a line in the log', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const old = { keyHash: 'old', keyId: 'key_old', accountId: 'acct_old', lastFour: 'xxxx' };
    const first = { ...old, createdAt: '2026-11-20T00:00:00.000Z' };
    for (const item of [first, { keyHash: 'bad', keyId: 'key_bad' }]) {
      await engine.put('apiKeys', item);
    }
    const listed = await stage.keys.list();
    const rest = { name: '', scope: 'full', createdBy: 'unknown' };
    expect(listed).toContainEqual({ ...first, ...rest });
    expect(listed.map(({ keyHash }) => keyHash)).not.toContain('bad');
    expect(String(log.mock.calls)).toMatch(/"level":"ERROR","code":"malformed_item"/);
    await engine.remove('apiKeys', { keyHash: 'bad' });
  });

  test('is whole and in order of time beyond what one read gives', async () => {
    const name = 'x'.repeat(100_000);
    for (let second = 11; second >= 0; second -= 1) {
      time.now = new Date(Date.UTC(2020, 0, 1, 0, 0, second));
      await stage.accounts.create(name, 'big');
    }
    const big = (await stage.accounts.list()).filter(({ createdBy }) => createdBy === 'big');
    const times = big.map(({ createdAt }) => createdAt);
    expect([times.length, times]).toEqual([12, times.toSorted()]);
  });
});

describe('the last use', () => {
  const recordUse = buildRecordUse(engine.client, engine.tables);
  const lastUse = async (apiKey: string) => (await stage.find(apiKey))?.lastUsedAt;

  test('is noted to the hour, and moves on with the hours only', async () => {
    const { apiKey, key } = await issueTestKey(stage);
    await recordUse(key, new Date('2026-11-21T10:59:59.999Z'));
    expect(await lastUse(apiKey)).toBe('2026-11-21T10:00:00.000Z');
    await recordUse(key, new Date('2026-11-21T12:00:00.000Z'));
    expect(await lastUse(apiKey)).toBe('2026-11-21T12:00:00.000Z');
    await recordUse(key, new Date('2026-11-21T11:30:00.000Z'));
    expect(await lastUse(apiKey)).toBe('2026-11-21T12:00:00.000Z');
  });

  test('that a clock days ahead noted gives way to the next one', async () => {
    const { apiKey, key } = await issueTestKey(stage);
    await recordUse(key, new Date('2026-11-24T10:20:30.000Z'));
    await recordUse({ ...key, lastUsedAt: '2026-11-24T10:00:00.000Z' }, time.now);
    expect(await lastUse(apiKey)).toBe('2026-11-21T10:00:00.000Z');
  });

  test('costs no request when the hour is noted already', async () => {
    const { key } = await issueTestKey(stage);
    const fail = buildRecordUse(engine.client, { apiKeys: 'no-such-table' });
    const used = { ...key, lastUsedAt: '2026-11-21T10:00:00.000Z' };
    await fail(used, new Date('2026-11-21T10:59:59.999Z'));
    await expect(fail(used, new Date('2026-11-21T11:00:00.000Z'))).rejects.toThrow();
  });

  test('is given up when storage does not answer', async () => {
    const { key } = await issueTestKey(stage);
    faulty.fail('hang');
    const recorded = buildRecordUse(faulty.client, engine.tables)(key, time.now);
    // Sooner than the client's own time limit, and its TimeoutError.
    await expect(recorded).rejects.toMatchObject({ cause: { name: 'AbortError' } });
  });
});
