import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { getCategoryHandler } from '../../../functions/get-category/handler.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: bigint[] = [];
const get = getCategoryHandler(async (id) => {
  asked.push(id);
  return { id, name: 'Dogs', accountId: 'acct_1', revision: 'rev-1' };
});
const send = (categoryId: string) => {
  asked.length = 0;
  return get(
    proxyEvent({
      resource: '/categories/{categoryId}',
      path: `/categories/${categoryId}`,
      pathParameters: { categoryId },
    }),
    context,
  );
};

describe('getCategory', () => {
  test('answers 200 with the category and its tag, and not whose it is', async () => {
    const { statusCode, headers, body } = await send('-9007199254740993');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ ETag: '"rev-1"' });
    expect(body).toBe('{"id":-9007199254740993,"name":"Dogs"}');
  });

  test.each(['abc', '1.0', '07', '9223372036854775808'])(
    'answers 404 for the id "%s" without asking the store',
    async (id) => {
      const { statusCode, body } = await send(id);
      expect(statusCode).toBe(404);
      expect(parseJson(body)).toMatchObject({ code: 'category_not_found' });
      expect(asked).toEqual([]);
    },
  );
});
