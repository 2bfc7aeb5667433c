import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../../functions/operations.ts';
import { open as openProbe } from '../../functions/probe/handler.ts';
import { generateApiKey, KeyPrefix } from '../../lib/accounts/api-key.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { anyCharacter } from '../support/any-character.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import { expectError } from '../support/expect-answer.ts';

const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };

// What the gateway does with bodies and parameters is in `facts.test.ts`.
test('400 unsupported_media_type without a content type', async () => {
  const { baseUrl, apiKey } = serviceUnderTest();
  const headers = { Authorization: `Bearer ${apiKey}` };
  // Of bytes `fetch` does not say what they are.
  const answer = await fetch(`${baseUrl}/pets`, {
    method: 'POST',
    headers,
    body: Buffer.from('{"name":"Rex","categoryId":1}'),
  });
  expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', status: 400 });
});

test('403 insufficient_scope for a read-only key that asks for what changes something, also after it has read', async () => {
  const key = requireEnv('READ_ONLY_API_KEY');
  const read = async (path: string) => (await call(path, { key })).status;
  for (const path of ['/pets', '/store/orders', '/categories', '/events', '/webhooks', '/keys']) {
    expect(await read(path)).toBe(200);
  }
  for (const { api, method, path } of operations.filter((each) => each.method !== 'GET')) {
    const url = `${baseUrls[api]}${path.replace(/\{\w+\}/g, '1')}`;
    expectError(await call(url, { key, method, body: {} }), 'insufficient_scope');
  }
  expect(await read('/pets')).toBe(200);
  expectError(await call('/nowhere', { key }), 'route_not_found');
});

describe('401 unauthorized', () => {
  const { apiKey } = serviceUnderTest();
  const mistyped = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`;

  test.each([
    ['no Authorization header', {}],
    ['a mistyped key', { Authorization: `Bearer ${mistyped}` }],
    ['a key that was never issued', { Authorization: `Bearer ${generateApiKey('pet_test_')}` }],
    ['a signature', { Authorization: 'AWS4-HMAC-SHA256 Credential=x, Signature=z' }],
  ])('with %s, on every route alike', async (_what, headers) => {
    for (const path of ['/pets', '/pets/1', '/', '/nowhere']) {
      const answer = await call(path, { key: null, headers });
      expectError(answer, 'unauthorized');
      expect(answer.text).not.toContain('pet_test_');
    }
    const post = { key: null, headers, method: 'POST', body: '{' };
    expectError(await call('/pets', post), 'unauthorized');
  });

  test('for the requests of the probe, which expects that', async () => {
    const prefix = KeyPrefix.parse(apiKey.slice(0, 'pet_live_'.length));
    const pets = { method: 'GET', url: `${baseUrls.pets}/pets` };
    const messages = { method: 'POST', url: `${baseUrls.quickstart}/messages` };
    await expect(openProbe([pets, messages], prefix)()).resolves.toBeUndefined();
  });
});

test('any path is answered with the service’s own Error', async () => {
  const { baseUrl } = serviceUnderTest();
  const part = fc.oneof(
    fc.constantFrom('pets', '..', '%', '%zz', 'v1', ''),
    fc.string({ unit: anyCharacter }).map((text) => encodeURIComponent(text.toWellFormed())),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 4 }), async (parts) => {
      const url = new URL(`${baseUrl}/${parts.join('/')}`).href;
      // What dots lead out of the base address is not the service's to answer.
      fc.pre(url.startsWith(`${baseUrl}/`));
      const answer = await call(url, { method: 'PUT' });
      const { code } = answer.body as { readonly code: ErrorCode };
      expectError(answer, code);
    }),
    { numRuns: 15 },
  );
});

describe('404 route_not_found', () => {
  /** Paths that only lead to others, as /store may. */
  const paths = operations.filter(({ api }) => api === 'pets').map(({ path }) => path);
  const parents = paths
    .map((path) => path.replace(/\/[^/]+$/, ''))
    .filter((path) => path !== '' && !paths.some((each) => each === path))
    .map((path) => path.replace(/\{\w+\}/g, '1'));

  test.each(['', '/', '/pet', '/Pets', '/pets/1/no-such-thing', '/messages', ...parents])(
    'for the path "%s"',
    async (path) => {
      expectError(await call(path, { method: 'POST' }), 'route_not_found');
    },
  );
});

describe('405 method_not_allowed', () => {
  const METHODS = ['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

  test.each([...Map.groupBy(operations, ({ api, path }) => `${baseUrls[api]}${path}`)])(
    'on %s',
    async (url, served) => {
      const allowed: string[] = served.map(({ method }) => method).sort();
      for (const method of METHODS.filter((each) => !allowed.includes(each))) {
        const answer = await call(url.replace(/\{\w+\}/g, '1'), { method });
        expectError(answer, 'method_not_allowed');
        expect(answer.headers.get('Allow')).toBe(allowed.join(', '));
      }
    },
  );

  test('for HEAD, without a body', async () => {
    const answer = await call('/pets', { method: 'HEAD' });
    expect([answer.status, answer.text]).toEqual([405, '']);
  });
});
