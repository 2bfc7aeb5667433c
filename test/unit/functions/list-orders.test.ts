import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { listOrdersHandler } from '../../../functions/list-orders/handler.ts';
import type { OrdersPageRequest } from '../../../functions/list-orders/store.ts';
import { encodeCursor } from '../../../lib/http/cursor.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: OrdersPageRequest[] = [];
const list = listOrdersHandler(async (page) => {
  asked.push(page);
  return { items: [], next: 7n };
});
const send = async (query: Record<string, string[]> = {}) => {
  asked.length = 0;
  return list(proxyEvent({ resource: '/store/orders', query }), context);
};

describe('listOrders', () => {
  test('begins with the highest id, with 20', async () => {
    const { statusCode } = await send();
    expect(statusCode).toBe(200);
    expect(asked).toMatchObject([{ after: INT64_MAX, limit: 20, status: undefined }]);
  });

  test.each([[{ limit: ['5'] }], [{ limit: ['5'], status: ['placed'] }]])(
    'goes on where the page of %j ended',
    async (query: Record<string, string[]>) => {
      const { headers } = await send(query);
      const link = /^<(.+)>; rel="next"$/.exec(String(headers?.['Link']))?.[1] ?? '';
      const { cursor = '', ...parameters } = Object.fromEntries(new URL(link).searchParams);
      expect(parameters).toEqual(
        Object.fromEntries(Object.entries(query).map(([name, [value]]) => [name, value])),
      );
      await send({ ...query, cursor: [cursor] });
      expect(asked).toMatchObject([{ after: 7n, limit: 5, status: query['status']?.[0] }]);
    },
  );

  test.each(['', 'status=placed', 'list=orders&status=placed', 'list=categories'])(
    'refuses a cursor of the filter "%s"',
    async (filter) => {
      const { statusCode, body } = await send({ cursor: [encodeCursor({ after: 7n, filter })] });
      expect(statusCode).toBe(400);
      expect(parseJson(body)).toMatchObject({ code: 'invalid_cursor' });
    },
  );

  test('takes the cursor of all orders', async () => {
    expect(
      (await send({ cursor: [encodeCursor({ after: 7n, filter: 'list=orders' })] })).statusCode,
    ).toBe(200);
    expect(asked).toMatchObject([{ after: 7n }]);
  });
});
