import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { listPetsHandler } from '../../../functions/list-pets/handler.ts';
import type { PetsPageRequest } from '../../../functions/list-pets/store.ts';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: PetsPageRequest[] = [];
const list = listPetsHandler({
  find: async () => [],
  list: async (page) => {
    asked.push(page);
    return { items: [], next: 7n };
  },
});
const send = async (query: Record<string, string | string[]>) => {
  asked.length = 0;
  const event = proxyEvent({
    query: Object.fromEntries(Object.entries(query).map(([name, each]) => [name, [each].flat()])),
  });
  const { statusCode, headers, body } = await list(event, context);
  const link = /^<(.+)>; rel="next"$/.exec(String(headers?.['Link'] ?? ''))?.[1];
  const next = link === undefined ? {} : Object.fromEntries(new URL(link).searchParams);
  return { statusCode, body: parseJson(body), next };
};

describe('listPets with categoryId', () => {
  test.each([INT64_MIN, -1n, 0n, 9007199254740993n, INT64_MAX])(
    'asks for the pets of %p, alone and with status, and its next page does so too',
    async (categoryId) => {
      for (const filters of [{}, { status: 'sold' }]) {
        const sent = { limit: '5', categoryId: `${categoryId}`, ...filters };
        const { statusCode, next } = await send(sent);
        expect(statusCode).toBe(200);
        expect(asked).toEqual([{ after: 0n, limit: 5, categoryId, ...filters }]);
        expect(next).toEqual({ ...sent, cursor: expect.any(String) });
        await send(next);
        expect(asked).toEqual([{ after: 7n, limit: 5, categoryId, ...filters }]);
      }
    },
  );

  test.each([
    ['none', ''],
    ['a fraction', '1.5'],
    ['a fraction of zero', '7.0'],
    ['an exponent', '1e3'],
    ['a plus sign', '+1'],
    ['a space', ' 1'],
    ['a leading zero', '07'],
    ['minus zero', '-0'],
    ['a word', 'dogs'],
    ['one beyond int64', '9223372036854775808'],
    ['one below int64', '-9223372036854775809'],
    ['it twice', ['7', '7']],
  ])('refuses %s', async (_what, categoryId) => {
    const { statusCode, body } = await send({ categoryId });
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^categoryId must be a whole number/),
    });
    expect(asked).toEqual([]);
  });

  test('refuses ids next to it', async () => {
    const { statusCode, body } = await send({ categoryId: '7', ids: '7' });
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({ message: 'ids must come without status, categoryId and cursor.' });
  });

  test('refuses a cursor of any other filters', async () => {
    const all: Record<string, string>[] = [
      {},
      { status: 'sold' },
      { categoryId: '7' },
      { categoryId: '-7' },
      { categoryId: '7', status: 'sold' },
      { categoryId: '7', status: 'pending' },
    ];
    for (const one of all) {
      const { next } = await send(one);
      for (const other of all) {
        const { statusCode } = await send({ ...other, cursor: next['cursor'] ?? '' });
        expect([other, statusCode]).toEqual([other, one === other ? 200 : 400]);
      }
    }
  });
});
