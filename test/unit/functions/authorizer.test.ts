import { describe, expect, jest, test } from '@jest/globals';
import { open as openAuthorizer } from '../../../functions/authorizer/handler.ts';
import { generateApiKey } from '../../../lib/accounts/api-key.ts';
import type { Key } from '../../../lib/accounts/key-record.ts';
import { StorageUnavailableError } from '../../../lib/errors/storage-errors.ts';

const API = 'arn:aws:execute-api:us-east-1:000000000000:abc/v1';
const KEY = generateApiKey('pet_test_');
const NOW = new Date('2026-11-21T10:20:30.000Z');

const record = (changes: Partial<Key> = {}): Key => ({
  keyHash: 'hash',
  keyId: 'key_1',
  accountId: 'acct_0123456789abcdef',
  name: 'web',
  scope: 'full',
  lastFour: KEY.slice(-4),
  createdAt: '2026-11-20T00:00:00.000Z',
  createdBy: 'ann',
  ...changes,
});

const authorize = (
  token: string,
  find: () => Promise<Key | undefined> = async () => record(),
  recordUse: () => Promise<void> = async () => {},
) =>
  openAuthorizer(
    { find, recordUse },
    'pet_test_',
    () => NOW,
  )({ type: 'TOKEN', authorizationToken: token, methodArn: `${API}/GET/pets/5` });

describe('the authorizer', () => {
  test('allows every method of the API, as API Gateway keeps its answer for the next request', async () => {
    expect(await authorize(`Bearer ${KEY}`)).toEqual({
      principalId: 'acct_0123456789abcdef',
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: [`${API}/*/*`] }],
      },
      context: { accountId: 'acct_0123456789abcdef', keyId: 'key_1' },
      usageIdentifierKey: 'account0123456789abcdef',
    });
  });

  test('allows a read-only key the methods that change nothing, no matter what it asks first', async () => {
    const answer = await authorize(`Bearer ${KEY}`, async () => record({ scope: 'read' }));
    const Resource = [`${API}/GET/*`, `${API}/HEAD/*`, `${API}/OPTIONS/*`];
    const statement = { Effect: 'Allow', Action: 'execute-api:Invoke', Resource };
    expect(answer.policyDocument.Statement).toEqual([statement]);
  });

  test('takes a key until it expires, however the scheme is written', async () => {
    const find = async () => record({ expiresAt: '2026-11-21T10:20:30.001Z' });
    const { accountId: principalId } = record();
    expect(await authorize(`BEARER ${KEY}`, find)).toMatchObject({ principalId });
  });

  test.each([
    ['was never issued', undefined],
    ['has expired', record({ expiresAt: NOW.toISOString() })],
    ['was revoked', record({ revokedAt: '2026-11-20T00:00:00.000Z' })],
  ])('throws Unauthorized for a key that %s, and notes no use of it', async (_what, found) => {
    const recordUse = jest.fn(async () => {});
    const answer = authorize(`Bearer ${KEY}`, async () => found, recordUse);
    await expect(answer).rejects.toThrow(/^Unauthorized$/);
    expect(recordUse).not.toHaveBeenCalled();
  });

  test.each([
    ['a mistyped key', `Bearer ${KEY.slice(0, -1)}${KEY.endsWith('x') ? 'y' : 'x'}`],
    ['a key of another stage', `Bearer ${generateApiKey('pet_live_')}`],
    ['another scheme', `Basic ${KEY}`],
    ['nothing', ''],
  ])('throws Unauthorized for %s, without a read', async (_what, token) => {
    const find = jest.fn(async () => record());
    await expect(authorize(token, find)).rejects.toThrow(/^Unauthorized$/);
    expect(find).not.toHaveBeenCalled();
  });

  const down = () => Promise.reject(new StorageUnavailableError('down'));

  test('fails, and says nothing about the key, when storage does', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    await expect(authorize(`Bearer ${KEY}`, down)).rejects.toThrow(StorageUnavailableError);
    expect(String(log.mock.calls)).toContain('authorizer_failed');
    expect(String(log.mock.calls)).not.toContain(KEY.slice(9));
  });

  test('lets a key in whose use cannot be noted, and leaves a log line', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const answer = await authorize(`Bearer ${KEY}`, async () => record(), down);
    expect(answer).toMatchObject({ principalId: record().accountId });
    expect(String(log.mock.calls)).toContain('"level":"WARN","code":"use_not_recorded"');
  });
});
