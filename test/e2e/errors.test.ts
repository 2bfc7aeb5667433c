import { describe, expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import { generateApiKey } from '../../lib/accounts/api-key.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { call, expectError, serviceUnderTest } from '../support/client.ts';
import { sendRaw } from '../support/raw-http.ts';

const post = (body: string, headers: Record<string, string> = {}) =>
  call('/pets', { method: 'POST', body, headers });

describe('400 invalid_json', () => {
  test.each(['', '{', 'null x', '{"name":"Rex",}', '\ufeff{}', '[1,]'])(
    'for the body %j',
    async (body) => {
      expectError(await post(body), 'invalid_json');
    },
  );
});

test('400 invalid_json for a body that is nested too deeply, and the message says so', async () => {
  const answer = await post(`${'['.repeat(8000)}${']'.repeat(8000)}`);
  expectError(answer, 'invalid_json');
  expect(answer.text).toContain('nested too deeply');
});

test('400 invalid_json for a body that is not UTF-8', async () => {
  const body = Buffer.from('{"name":"a_b","categoryId":1}');
  body[body.indexOf('_')] = 0xff;
  expectError(await call('/pets', { method: 'POST', body }), 'invalid_json');
});

describe('400 validation_failed', () => {
  test.each([
    ['{}', ['name', 'categoryId']],
    ['{"name":"","categoryId":"7","status":null}', ['name', 'categoryId', 'status']],
    ['{"name":null,"categoryId":null}', ['name', 'categoryId']],
    ['{"name":" \\t\\u00a0","categoryId":1}', ['name']],
    ['{"name":"\\ud800","categoryId":1}', ['name']],
    [`{"name":"${'x'.repeat(257)}","categoryId":1}`, ['name']],
    ['{"name":7,"categoryId":1.5}', ['name', 'categoryId']],
    ['{"name":"Rex","categoryId":9223372036854775808}', ['categoryId']],
    ['{"name":"Rex","categoryId":-9223372036854775809}', ['categoryId']],
    ['{"name":"Rex","categoryId":1e400}', ['categoryId']],
    ['{"name":"Rex","categoryId":1,"status":"Sold"}', ['status']],
  ])('for the body %s, naming every faulty member', async (body, members) => {
    const answer = await post(body);
    expectError(answer, 'validation_failed');
    for (const member of members) expect(answer.text).toContain(member);
  });

  test.each(['null', '[]', '"pet"', '7', 'true'])('for the body %s', async (body) => {
    expectError(await post(body), 'validation_failed');
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=abc',
    'limit=1.5',
    'limit=1e1',
    'limit=0x10',
    'limit=',
    'limit',
    'limit=-1',
    'limit=9223372036854775808',
    'limit=5&limit=5',
    'status=',
    'status=Available',
    'status=sold&status=sold',
    'cursor=a&cursor=a',
  ])('for the query %s', async (query) => {
    expectError(await call(`/pets?${query}`), 'validation_failed');
  });
});

describe('400 unsupported_media_type', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', 'text/json'])(
    'for the content type %s',
    async (type) => {
      const answer = await post('{"name":"Rex","categoryId":1}', { 'Content-Type': type });
      expectError(answer, 'unsupported_media_type');
    },
  );

  test('without a content type', async () => {
    const body = '{"name":"Rex","categoryId":1}';
    const { apiKey } = serviceUnderTest();
    const answer = await sendRaw(
      `POST {base}/pets HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    );
    expectError(answer, 'unsupported_media_type');
  });
});

describe('400 invalid_cursor', () => {
  test.each(['', 'x', '!!!', 'AAAA', '%00', 'x'.repeat(2000)])(
    'for the cursor "%s"',
    async (cursor) => {
      expectError(await call(`/pets?cursor=${cursor}`), 'invalid_cursor');
    },
  );

  test('for a cursor that was changed, or that belongs to another filter', async () => {
    for (let count = 0; count < 2; count += 1) await post('{"name":"Rex","categoryId":1}');
    const link = (await call('/pets?limit=1')).headers.get('Link') ?? '';
    const next = new URL(/^<(.+)>/.exec(link)?.[1] ?? '');
    const cursor = next.searchParams.get('cursor') ?? '';
    expect((await call(`/pets?cursor=${cursor}`)).status).toBe(200);
    expectError(await call(`/pets?cursor=${cursor}&status=sold`), 'invalid_cursor');
    expectError(await call(`/pets?cursor=${cursor.slice(0, -1)}`), 'invalid_cursor');
  });
});

describe('request_too_large', () => {
  test('is 400 for a body over 16 KB, which is counted in bytes', async () => {
    const padded = (bytes: number) => {
      const empty = '{"name":"Rex","categoryId":1,"x":""}';
      return empty.replace('""}', `"${'x'.repeat(bytes - empty.length)}"}`);
    };
    expect((await post(padded(16 * 1024))).status).toBe(201);
    expectError(await post(padded(16 * 1024 + 1)), 'request_too_large');
    expectError(await post('é'.repeat(8193)), 'request_too_large');
  });
});

describe('403 insufficient_scope', () => {
  const key = requireEnv('READ_ONLY_API_KEY');
  const pet = { name: 'Rex', categoryId: 1 };

  test('for a read-only key that writes, before and after it has read', async () => {
    for (let round = 0; round < 2; round += 1) {
      expectError(await call('/pets', { key, method: 'POST', body: pet }), 'insufficient_scope');
      expectError(await call('/pets', { key, method: 'DELETE' }), 'insufficient_scope');
      const message = { key, method: 'POST', body: { message: 'Hello' } };
      expectError(
        await call(`${requireEnv('QUICKSTART_URL')}/messages`, message),
        'insufficient_scope',
      );
      expect((await call('/pets?limit=1', { key })).status).toBe(200);
    }
  });

  test('and never for one that reads', async () => {
    const { id } = (await call('/pets', { method: 'POST', body: pet })).body as Pet;
    expect((await call(`/pets/${id}`, { key })).body).toMatchObject({ id, name: 'Rex' });
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
    [
      'a signature',
      { Authorization: 'AWS4-HMAC-SHA256 Credential=x, SignedHeaders=y, Signature=z' },
    ],
  ])('with %s, on every route alike', async (_what, headers) => {
    for (const path of ['/pets', '/pets/1', '/', '/nowhere']) {
      const answer = await call(path, { key: null, headers });
      expectError(answer, 'unauthorized');
      expect(answer.text).not.toContain('pet_test_');
    }
    expectError(
      await call('/pets', { key: null, headers, method: 'POST', body: '{' }),
      'unauthorized',
    );
  });

  test.each(['bearer', 'BEARER'])('but not with the scheme written %s', async (scheme) => {
    const headers = { Authorization: `${scheme} ${apiKey}` };
    expect((await call('/pets?limit=1', { key: null, headers })).status).toBe(200);
  });
});

describe('404 pet_not_found', () => {
  test.each([
    '0',
    '-1',
    '9223372036854775807',
    '9223372036854775808',
    'abc',
    '1.0',
    '01',
    '%20',
    '%E2%82%AC',
  ])('for the id %s', async (id) => {
    expectError(await call(`/pets/${id}`), 'pet_not_found');
  });
});

describe('404 route_not_found', () => {
  /** Paths that only lead to others, as /store may. */
  const paths = operations.filter(({ api }) => api === 'pets').map(({ path }) => path);
  const parents = paths
    .map((path) => path.replace(/\/[^/]+$/, ''))
    .filter((path) => path !== '' && !paths.some((each) => each === path))
    .map((path) => path.replace(/\{\w+\}/g, '1'));

  test.each(['', '/', '/pet', '/Pets', '/pets/1/photos', '/messages', ...parents])(
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
  const baseUrls = { pets: requireEnv('BASE_URL'), quickstart: requireEnv('QUICKSTART_URL') };

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
    expect(answer.status).toBe(405);
    expect(answer.text).toBe('');
  });
});
