import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { listCategoriesHandler } from '../../../functions/list-categories/handler.ts';
import type { CategoriesPageRequest } from '../../../functions/list-categories/store.ts';
import { encodeCursor } from '../../../lib/http/cursor.ts';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: CategoriesPageRequest[] = [];
let next: bigint | undefined;
const list = listCategoriesHandler(async (page) => {
  asked.push(page);
  return { items: [], next };
});
const send = async (query: Record<string, string[]> = {}) => {
  asked.length = 0;
  return list(proxyEvent({ resource: '/categories', query }), context);
};

describe('listCategories', () => {
  test('begins before the lowest id, with 20', async () => {
    next = undefined;
    const { statusCode, headers } = await send();
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('Link');
    expect(asked).toEqual([{ after: INT64_MIN - 1n, limit: 20 }]);
  });

  test.each([INT64_MIN, -1n, 0n, 9007199254740993n, INT64_MAX])(
    'goes on after the id %p',
    async (id) => {
      next = id;
      const { headers } = await send({ limit: ['5'] });
      const link = /^<(.+)>; rel="next"$/.exec(String(headers?.['Link']))?.[1] ?? '';
      expect(link.startsWith('https://api.example.com/v1/categories?limit=5&cursor=')).toBe(true);
      await send({ cursor: [new URL(link).searchParams.get('cursor') ?? ''] });
      expect(asked).toEqual([{ after: id, limit: 20 }]);
    },
  );

  test.each(['', 'status=sold', 'list=orders'])(
    'refuses a cursor of the filter "%s"',
    async (filter) => {
      const { statusCode, body } = await send({ cursor: [encodeCursor({ after: 7n, filter })] });
      expect(statusCode).toBe(400);
      expect(parseJson(body)).toMatchObject({ code: 'invalid_cursor' });
    },
  );

  test.each([['0'], ['101'], ['1e1'], [''], ['5', '5']])(
    'refuses the limit %s',
    async (...limit) => {
      expect((await send({ limit })).statusCode).toBe(400);
      expect(asked).toEqual([]);
    },
  );
});
