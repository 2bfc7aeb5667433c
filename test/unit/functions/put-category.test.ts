import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import type { NewCategory } from '../../../functions/put-category/contract.ts';
import { putCategoryHandler } from '../../../functions/put-category/handler.ts';
import type { Put } from '../../../functions/put-category/store.ts';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: (readonly [bigint, NewCategory, Put])[] = [];
let isNew = false;
const put = putCategoryHandler(async (id, input, how) => {
  asked.push([id, input, how]);
  return { category: { id, ...input, accountId: 'acct_1', revision: 'rev-1' }, isNew };
});

const send = async (body: string, headers: Record<string, string> = {}, categoryId = '7') => {
  asked.length = 0;
  const event = proxyEvent({
    method: 'PUT',
    resource: '/categories/{categoryId}',
    path: `/categories/${categoryId}`,
    pathParameters: { categoryId },
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
  const result = await put(event, context);
  return { ...result, body: parseJson(result.body) };
};

describe('putCategory', () => {
  test.each([
    [true, 201],
    [false, 200],
  ])(
    'answers a category that is new (%p) with %i and its tag, and not whose it is',
    async (created, status) => {
      isNew = created;
      const { statusCode, headers, body } = await send('{"name":"Dogs","id":9,"accountId":"x"}');
      expect(statusCode).toBe(status);
      expect(headers).toMatchObject({ ETag: '"rev-1"' });
      expect(body).toEqual({ id: 7n, name: 'Dogs' });
      expect(asked[0]?.[1]).toEqual({ name: 'Dogs' });
    },
  );

  test.each<[string, Record<string, string>, Put['expected']]>([
    ['nothing', {}, { kind: 'either' }],
    ['If-Match with a tag', { 'If-Match': '"a"' }, { kind: 'one', ifMatch: ['a'] }],
    ['If-Match: *', { 'if-match': '*' }, { kind: 'one', ifMatch: '*' }],
    ['If-None-Match: *', { 'If-None-Match': '*' }, { kind: 'none' }],
  ])('with %s asks the store for that', async (_what, headers, expected) => {
    await send('{"name":"Dogs"}', headers);
    expect(asked).toEqual([[7n, { name: 'Dogs' }, { accountId: 'acct_1', expected }]]);
  });

  test.each([
    ['both conditions', { 'If-Match': '"a"', 'If-None-Match': '*' }, /^If-None-Match must not/],
    ['both as *', { 'If-Match': '*', 'If-None-Match': '*' }, /^If-None-Match must not/],
    ['a tag in If-None-Match', { 'If-None-Match': '"a"' }, /^If-None-Match must be \*/],
    ['a malformed If-Match', { 'If-Match': 'a' }, /^If-Match must/],
  ])('refuses %s', async (_what, headers, message) => {
    const { statusCode, body } = await send('{"name":"Dogs"}', headers);
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(message),
    });
    expect(asked).toEqual([]);
  });

  test.each([
    ['no name', '{}'],
    ['a name that is null', '{"name":null}'],
    ['a number for a name', '{"name":7}'],
    ['an empty name', '{"name":""}'],
    ['a blank name', '{"name":" \\u3000"}'],
    ['a name with a lone surrogate', '{"name":"\\ud800"}'],
    ['a name of 257 characters', `{"name":"${'x'.repeat(257)}"}`],
    ['an array', '[]'],
    ['null', 'null'],
  ])('refuses %s', async (_what, text) => {
    const { statusCode, body } = await send(text);
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed' });
    expect(asked).toEqual([]);
  });

  test.each([
    ['broken JSON', '{"name":', 'invalid_json'],
    ['a body of 17 KB', `{"name":"x","y":"${'x'.repeat(17 * 1024)}"}`, 'request_too_large'],
  ])('refuses %s', async (_what, text, code) => {
    expect(await send(text)).toMatchObject({ statusCode: 400, body: { code } });
  });

  test.each([INT64_MIN, -1n, 0n, 9007199254740993n, INT64_MAX])('takes the id %p', async (id) => {
    expect((await send('{"name":"Dogs"}', {}, `${id}`)).body).toMatchObject({ id });
  });

  test.each(['abc', '1.0', '07', '-0', '+1', '1e3', '9223372036854775808', '-9223372036854775809'])(
    'answers 404 for the id "%s" without asking the store',
    async (id) => {
      const { statusCode, body } = await send('{"name":"Dogs"}', {}, id);
      expect(statusCode).toBe(404);
      expect(body).toMatchObject({ code: 'category_not_found' });
      expect(asked).toEqual([]);
    },
  );

  test('names the faults of a request before it looks at its id', async () => {
    const { statusCode, body } = await send('{}', {}, 'abc');
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({ message: 'name is required.' });
  });
});
