import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { listEventsHandler } from '../../../functions/list-events/handler.ts';
import type { EventsPageRequest } from '../../../lib/events/list-events.ts';
import { INT64_MAX } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const asked: EventsPageRequest[] = [];
const list = listEventsHandler(async (page) => {
  asked.push(page);
  return { events: [], next: 9007199254740993n };
});
const send = async (query: Record<string, string[]> = {}) => {
  asked.length = 0;
  return list(proxyEvent({ resource: '/events', query }), context);
};

describe('listEvents', () => {
  test('begins with the oldest event of pets, with 20', async () => {
    expect((await send()).statusCode).toBe(200);
    expect(asked).toEqual([{ log: 'pets', after: undefined, limit: 20 }]);
  });

  test('reads the orders of the account of the key, whatever else is asked', async () => {
    await send({ about: ['orders'], accountId: ['acct_2'], log: ['orders#acct_2'] });
    expect(asked).toEqual([{ log: 'orders#acct_1', after: undefined, limit: 20 }]);
  });

  test.each([
    ['0', 0n],
    ['9007199254740993', 9007199254740993n],
    [`${INT64_MAX}`, INT64_MAX],
    ['latest', 'latest'],
  ])('takes %s', async (after, read) => {
    expect((await send({ after: [after] })).statusCode).toBe(200);
    expect(asked).toMatchObject([{ after: read }]);
  });

  test('leads on with the same log and limit, to the digit, also after an empty page', async () => {
    const { headers } = await send({ about: ['orders'], limit: ['7'], after: ['latest'] });
    expect(headers?.['Link']).toBe(
      '<https://api.example.com/v1/events?about=orders&limit=7&after=9007199254740993>; rel="next"',
    );
  });

  test.each([
    ...[
      '-1',
      '-0',
      '007',
      '00',
      '+7',
      '1.0',
      '1e3',
      '0x7',
      '',
      ' 7',
      'LATEST',
      'newest',
      'NaN',
    ].map((after) => ({ after: [after] })),
    { after: [`${INT64_MAX + 1n}`] },
    { after: ['99999999999999999999'] },
    { after: ['7', '7'] },
    { after: ['latest', '7'] },
    { about: ['categories'] },
    { about: ['Pets'] },
    { about: [''] },
    { about: ['pets', 'orders'] },
    { about: ['orders#acct_2'] },
    { limit: ['0'] },
    { limit: ['101'] },
  ] as Record<string, string[]>[])('refuses %p', async (query) => {
    const { statusCode, body } = await send(query);
    expect(statusCode).toBe(400);
    expect(parseJson(body)).toMatchObject({ code: 'validation_failed' });
    expect(String(Object(parseJson(body)).message)).toContain(Object.keys(query)[0] ?? '?');
    expect(asked).toEqual([]);
  });
});
