import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { deleteCategoryHandler } from '../../../functions/delete-category/handler.ts';
import type { Precondition } from '../../../lib/revisions/precondition.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: (readonly [bigint, Precondition])[] = [];
const remove = deleteCategoryHandler(async (id, change) => {
  asked.push([id, change]);
});
const send = (categoryId: string, headers: Record<string, string> = {}) => {
  asked.length = 0;
  return remove(
    proxyEvent({
      method: 'DELETE',
      resource: '/categories/{categoryId}',
      path: `/categories/${categoryId}`,
      pathParameters: { categoryId },
      headers,
    }),
    context,
  );
};

describe('deleteCategory', () => {
  test('answers 204 without a body', async () => {
    expect(await send('-7', { 'If-Match': '"a"' })).toMatchObject({ statusCode: 204, body: '' });
    expect(asked).toEqual([[-7n, { accountId: 'acct_1', ifMatch: ['a'] }]]);
  });

  test('refuses a malformed If-Match before it deletes', async () => {
    expect((await send('7', { 'If-Match': 'a' })).statusCode).toBe(400);
    expect(asked).toEqual([]);
  });

  test('answers 404 for what is not an int64 without asking the store', async () => {
    expect((await send('9223372036854775808')).statusCode).toBe(404);
    expect(asked).toEqual([]);
  });
});
