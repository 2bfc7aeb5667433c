import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ensureDemoKey } from '../../../infra/local/demo-key.ts';
import { closeAccount } from '../../../infra/operator/accounts/accounts.ts';
import { keyState } from '../../../lib/accounts/key-record.ts';
import { openTables } from '../../support/open-tables.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openTestStage } from '../../support/test-stage.ts';

const stage = openTestStage(await openTables());

/** Starts in one folder, each after the other. Returns each key and its record, which works. */
const starts = () => {
  const folder = temporaryFolder();
  return async () => {
    const lines: string[] = [];
    const apiKey = await ensureDemoKey(folder, stage, (line) => lines.push(line));
    expect(await readFile(join(folder, 'api-key'), 'utf8')).toBe(`${apiKey}\n`);
    const record = await stage.find(apiKey);
    if (record === undefined) throw new Error('The key is not stored');
    expect(keyState(record, new Date())).toBe('active');
    return { apiKey, record, lines };
  };
};

test('the demo key is the same at each start, and one that was revoked is replaced in its account, with a line', async () => {
  const start = starts();
  const first = await start();
  expect(await start()).toEqual(first);
  expect(first.lines).toEqual([]);
  await stage.keys.revoke(first.record, 'tester');
  const second = await start();
  expect(second.apiKey).not.toBe(first.apiKey);
  expect(second.record.accountId).toBe(first.record.accountId);
  expect(second.lines).toEqual(['The demo key is revoked: its account has a new one.']);
  expect(await start()).toEqual({ ...second, lines: [] });
});

test('the demo key of a closed account is replaced in another account', async () => {
  const start = starts();
  const { record } = await start();
  await closeAccount(stage, record.accountId);
  const next = await start();
  expect(next.record.accountId).not.toBe(record.accountId);
  expect(next.lines).toEqual(['The demo key is revoked: another account has a new one.']);
});

test.each([
  ['is a folder', mkdir, /api-key cannot be read.*delete it/],
  ['is damaged', (path: string) => writeFile(path, 'damaged'), /api-key holds no API key: delete/],
])('a key file that %s fails with one line, without a new key', async (_what, make, line) => {
  const folder = temporaryFolder();
  await make(join(folder, 'api-key'));
  await expect(ensureDemoKey(folder, stage, () => {})).rejects.toThrow(line);
});
