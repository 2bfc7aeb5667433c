import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import {
  type Answer,
  call,
  expectCommonHeaders,
  expectError,
  serviceUnderTest,
} from '../support/client.ts';
import { codeBlocks, pageCalls, runCurl } from '../support/page-calls.ts';
import { newSecret } from '../support/stored-webhooks.ts';

// An account can have only so many webhooks, and other tests have some: each test here deletes its own.

const secret = newSecret();
const NEW = { url: 'https://hooks.shop.example/pets', secret };

const idOf = ({ body }: Answer): string => String(Object(body).id);
const remove = (id: string) => call(`/webhooks/${id}`, { method: 'DELETE' });
const create = async (members: Readonly<Record<string, unknown>> = {}) => {
  const created = await call('/webhooks', { method: 'POST', body: { ...NEW, ...members } });
  expect(created.status).toBe(201);
  return created;
};

test('a webhook is created, listed, changed, read and deleted, and its secret is never shown', async () => {
  const created = await create({ about: 'orders', types: ['order.placed'], ignored: 1 });
  const id = idOf(created);
  expectCommonHeaders(created);
  expect(created.headers.get('Location')).toMatch(new RegExp(`/v1/webhooks/${id}$`));
  expect(created.headers.get('ETag')).toMatch(/^"[\w-]{16}"$/);
  expect(created.body).toEqual({
    id,
    url: NEW.url,
    about: 'orders',
    types: ['order.placed'],
    status: 'enabled',
    delivered: expect.anything(),
    createdAt: expect.stringMatching(/Z$/),
  });

  const listed = await call('/webhooks');
  expect(listed.status).toBe(200);
  expect(Object(listed.body).map((each: { id: string }) => each.id)).toContain(id);

  const patch = (body: unknown, headers: Record<string, string> = {}) =>
    call(`/webhooks/${id}`, { method: 'PATCH', headers, body });
  const disabled = await patch({ status: 'disabled', types: null, secret: newSecret() });
  expect(disabled.body).toMatchObject({ id, status: 'disabled' });
  expect(disabled.body).not.toHaveProperty('types');
  expectError(
    await patch({ status: 'enabled' }, { 'If-Match': created.headers.get('ETag') ?? '' }),
    'precondition_failed',
  );
  expectError(await patch({ delivered: 9223372036854775807n }), 'validation_failed');

  const got = await call(`/webhooks/${id}`);
  expect([got.status, got.text]).toEqual([200, disabled.text]);
  expect(got.headers.get('ETag')).toBe(disabled.headers.get('ETag'));
  for (const { text } of [created, listed, disabled, got]) expect(text).not.toContain('whsec_');

  const deleted = await remove(id);
  expect([deleted.status, deleted.text]).toEqual([204, '']);
  expectError(await call(`/webhooks/${id}`), 'webhook_not_found');
  expectError(await remove(id), 'webhook_not_found');
});

const otherKey = process.env['OTHER_API_KEY'];

(otherKey ? test : test.skip)('the webhooks of another account do not exist', async () => {
  const other = { ...serviceUnderTest(), apiKey: otherKey ?? '' };
  const id = idOf(await create());
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { status: 'disabled' }],
    ['DELETE', undefined],
  ] as const) {
    expectError(await call(`/webhooks/${id}`, { method, body }, other), 'webhook_not_found');
  }
  expect((await call('/webhooks', {}, other)).text).not.toContain(id);
  expect((await call(`/webhooks/${id}`)).body).toMatchObject({ status: 'enabled' });
  await remove(id);
});

describe('the calls of the guide', () => {
  const folder = mkdtempSync(join(tmpdir(), 'webhooks-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const { baseUrl, apiKey } = serviceUnderTest();
  const calls = pageCalls(codeBlocks('docs/webhooks.md'));

  test('work, one after the other', async () => {
    expect(calls.length).toBeGreaterThan(3);
    let id = '';
    for (const { command } of calls) {
      const own = command
        .replace('http://localhost:4000/', NEW.url)
        .replace("'$WEBHOOK_SECRET'", secret)
        .replace(/'\$\(openssl rand -base64 32\)'/, newSecret(32).slice('whsec_'.length))
        .replace(/whk_\w+/, id);
      const { status, body } = await runCurl(own, folder, {
        API_KEY: apiKey,
        BASE_URL: baseUrl,
        QUICKSTART_URL: '',
      });
      expect(`${status} ${own} ${body}`).toMatch(id === '' ? /^201/ : /^20[04]/);
      if (id === '') id = JSON.parse(body).id;
    }
    expectError(await call(`/webhooks/${id}`), 'webhook_not_found');
  });
});
