import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { operations } from '../../functions/operations.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { anyCharacter } from '../support/any-character.ts';
import { call, serviceUnderTest } from '../support/client.ts';
import { expectError } from '../support/expect-answer.ts';

const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };
const REX = '{"name":"Rex","categoryId":1}';
const notUtf8 = Buffer.from(REX);
notUtf8[notUtf8.indexOf('R')] = 0xff;

/** What the gateway may change on the way to the function; unit tests have the others. */
test.each<[ErrorCode, string, unknown, string?]>([
  ['invalid_json', '', notUtf8],
  ['validation_failed', '', '{"name":"","categoryId":9223372036854775808,"status":null}'],
  ['request_too_large', '', 'é'.repeat(8193)],
  ['unsupported_media_type', '', REX, 'application/jsonx'],
  ['validation_failed', '?limit=5&limit=5', undefined],
  ['validation_failed', '?ids=1&ids=', undefined],
  ['validation_failed', '?categoryId=%2B1', undefined],
  ['validation_failed', '?categoryId=+1', undefined],
  ['invalid_cursor', '?cursor=%00', undefined],
  ['invalid_cursor', `?cursor=${'x'.repeat(2000)}`, undefined],
])('400 %s for %.30s %.70p', async (code, query, body, type = 'application/json') => {
  const headers = { 'Content-Type': type };
  const options = body === undefined ? {} : { method: 'POST', headers, body };
  expectError(await call(`/pets${query}`, options), code);
});

test('400 unsupported_media_type without a content type', async () => {
  const { baseUrl, apiKey } = serviceUnderTest();
  const headers = { Authorization: `Bearer ${apiKey}` };
  // Of bytes `fetch` does not say what they are.
  const answer = await fetch(`${baseUrl}/pets`, {
    method: 'POST',
    headers,
    body: Buffer.from(REX),
  });
  expect(await answer.json()).toMatchObject({ code: 'unsupported_media_type', status: 400 });
});

test('an Accept that nobody serves is answered with JSON too', async () => {
  for (const path of ['/pets?limit=1', '/pets?limit=0']) {
    const { headers } = await call(path, { headers: { Accept: 'application/xml;q=1' } });
    expect(headers.get('Content-Type')).toBe('application/json');
  }
});

test('a body of 16 KB is taken', async () => {
  const body = REX.replace('}', `,"x":"${'x'.repeat(16 * 1024 - 36)}"}`);
  expect((await call('/pets', { method: 'POST', body })).status).toBe(201);
});

describe('403 insufficient_scope', () => {
  const key = requireEnv('READ_ONLY_API_KEY');

  test.each(operations.filter(({ method }) => method !== 'GET'))(
    'for a read-only key that asks for $operationId, also after it has read',
    async ({ api, method, path }) => {
      for (let round = 0; round < 2; round += 1) {
        const url = `${baseUrls[api]}${path.replace(/\{\w+\}/g, '1')}`;
        expectError(await call(url, { key, method, body: {} }), 'insufficient_scope');
        expect((await call('/pets?limit=1', { key })).status).toBe(200);
      }
    },
  );

  test('and never for one that reads', async () => {
    for (const path of ['/pets', '/store/orders', '/categories', '/events', '/webhooks', '/keys']) {
      expect((await call(path, { key })).status).toBe(200);
    }
    expectError(await call('/nowhere', { key }), 'route_not_found');
  });
});

describe('401 unauthorized', () => {
  const { apiKey } = serviceUnderTest();
  const mistyped = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`;

  test.each([
    ['no Authorization header', {}],
    ['an empty one', { Authorization: '' }],
    ['no key', { Authorization: 'Bearer' }],
    ['the key alone', { Authorization: apiKey }],
    ['another scheme', { Authorization: `Basic ${apiKey}` }],
    ['a mistyped key', { Authorization: `Bearer ${mistyped}` }],
    ['a key that was never issued', { Authorization: `Bearer ${generateApiKey('pet_test_')}` }],
    ['a key of another stage', { Authorization: `Bearer ${generateApiKey('pet_live_')}` }],
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

  test.each(['bearer', 'BEARER'])('but not with the scheme written %s', async (scheme) => {
    const headers = { Authorization: `${scheme} ${apiKey}` };
    expect((await call('/pets?limit=1', { key: null, headers })).status).toBe(200);
  });
});

test.each(['0', '-1', '9223372036854775808', 'abc', '%20', '%E2%82%AC'])(
  '404 pet_not_found for the id %s',
  async (id) => {
    expectError(await call(`/pets/${id}`), 'pet_not_found');
  },
);

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
      for (const method of ['GET', 'POST', 'DELETE']) {
        expectError(await call(path, { method }), 'route_not_found');
      }
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
