import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireEnv } from '../../lib/process/env.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import { installClient, writeProgram } from '../support/client-folder.ts';
import { codeBlocks } from '../support/page-calls.ts';

let folder: string;

beforeAll(() => {
  folder = installClient();
});
afterAll(() => rmSync(folder, { recursive: true }));

const create = async (body: object) => Object((await call('/keys', { method: 'POST', body })).body);

test('the program of the guide changes a key without an outage', async () => {
  const { baseUrl } = serviceUnderTest();
  const old = await create({ name: 'web shop' });
  const [program] = codeBlocks('docs/keys.md').filter(({ language }) => language === 'js');
  writeProgram(folder, 'rotate.mjs', program?.text ?? '');
  const printed = execFileSync(process.execPath, ['rotate.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, BASE_URL: baseUrl, API_KEY: old.apiKey },
  });
  const key = readFileSync(join(folder, 'api-key'), 'utf8');
  const account = Object((await call('/account', { key })).body);
  expect(account.key).toMatchObject({ name: 'web shop', scope: 'full' });
  expect(printed).toBe(`${account.key.id} is in place of ${old.id}.\n`);
  expect((await call(`/keys/${old.id}`, { method: 'DELETE' })).status).toBe(404);
  await call(`/keys/${account.key.id}`, { method: 'DELETE' });
});

test('a read-only key reads keys, and changes none', async () => {
  const key = requireEnv('READ_ONLY_API_KEY');
  expect((await call('/account', { key })).status).toBe(200);
  expect((await call('/keys', { key })).status).toBe(200);
  for (const [method, path] of [
    ['POST', '/keys'],
    ['POST', '/keys/key_0000000000000000/roll'],
    ['DELETE', '/keys/key_0000000000000000'],
  ] as const) {
    const { body } = await call(path, { key, method, body: { name: 'x' } });
    expect(body).toMatchObject({ code: 'insufficient_scope' });
  }
});
