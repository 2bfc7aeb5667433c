import { beforeEach, describe, expect, test } from '@jest/globals';
import { open as openListCategories } from '../../../functions/list-categories/handler.ts';
import { open as openListEvents } from '../../../functions/list-events/handler.ts';
import { open as openListOrders } from '../../../functions/list-orders/handler.ts';
import { open as openListPets } from '../../../functions/list-pets/handler.ts';
import { encodeCursor } from '../../../lib/http/cursor.ts';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { invoke, proxyEvent } from '../../support/events.ts';
import { OWNED } from '../../support/stored-pets.ts';
import { refusal } from './refusal.ts';

type Query = Record<string, string[]>;

/** What stores were asked for since the test began. */
const asked: unknown[] = [];
beforeEach(() => {
  asked.length = 0;
});
let next: bigint | undefined = 7n;
const page = async (request: unknown) => {
  asked.push(request);
  return { items: [], next };
};

const REX = { name: 'Rex', categoryId: 7n, status: 'available' } as const;
const handlers = {
  pets: openListPets({
    list: page,
    find: async (ids) => {
      asked.push(ids);
      return ids.filter((id) => id > 0n).map((id) => ({ ...OWNED, ...REX, id }));
    },
  }),
  orders: openListOrders(page),
  categories: openListCategories(page),
  events: openListEvents(async (request) => {
    asked.push(request);
    return { events: [], next: 9007199254740993n };
  }),
};
const send = (list: keyof typeof handlers, query?: Query) =>
  invoke(handlers[list], proxyEvent({ resource: `/${list}`, ...(query && { query }) }));

test.each([
  ['pets', { after: 0n, limit: 20 }],
  ['orders', { accountId: 'acct_1', after: INT64_MAX, limit: 20 }],
  // Before the lowest id that there can be.
  ['categories', { after: INT64_MIN - 1n, limit: 20 }],
  ['events', { log: 'pets', after: undefined, limit: 20 }],
] as const)('the list of %s begins with the 20 that come first', async (list, expected) => {
  expect(await send(list)).toMatchObject({ status: 200, body: [] });
  expect(asked).toEqual([expected]);
});

test.each([INT64_MIN, -1n, 0n, INT64_MAX])('categories go on after the id %p', async (id) => {
  next = id;
  const link = (await send('categories')).headers['Link'];
  const cursor = [/cursor=([\w-]+)/.exec(String(link))?.[1] ?? ''];
  next = undefined;
  const last = await send('categories', { cursor });
  expect(asked[1]).toEqual({ after: id, limit: 20 });
  expect(last.headers).not.toHaveProperty('Link');
  next = 7n;
});

test('takes cursors of an earlier release', async () => {
  const cursorOf = (filter: string) => ({ cursor: [encodeCursor(7n, filter)] });
  expect(await send('orders', cursorOf('status=placed'))).toMatchObject(refusal('invalid_cursor'));
  expect(await send('orders', cursorOf('list=orders'))).toMatchObject({ status: 200 });
});

const TOO_MANY = Array.from({ length: 101 }, () => '7').join();
const NO_INT64 = ['', '1.5', '7.0', '1e3', '+1', ' 1', '07', '-0', 'dogs', `${INT64_MAX + 1n}`];
const NO_LIMIT = ['', ' 5', '9'.repeat(30), ...'0 101 abc 1.5 1e1 0x10 -1 +5 05'.split(' ')];
const NO_POSITION = ['-1', '-0', '007', '+7', '1.0', '1e3', '0x7', '', ' 7', 'LATEST', 'NaN'];

test.each<[keyof typeof handlers, string, (string | string[])[]]>([
  ['pets', 'categoryId', [...NO_INT64, `${INT64_MIN - 1n}`, ['7', '7']]],
  ['pets', 'ids', [...NO_INT64, ',', '7,', '7, 8', TOO_MANY, ['7', ''], ['7', TOO_MANY.slice(2)]]],
  ['pets', 'status', ['', 'Available', 'lost', ['sold', 'sold']]],
  ['pets', 'limit', [...NO_LIMIT, ['5', '5']]],
  ['pets', 'cursor', [['x', 'x']]],
  ['orders', 'status', ['', 'Placed', 'sold', ['placed', 'placed']]],
  ['orders', 'limit', ['0', '101']],
  ['categories', 'limit', ['0', '101']],
  ['events', 'limit', ['0', '101']],
  ['events', 'after', [...NO_POSITION, `${INT64_MAX + 1n}`, ['7', '7']]],
  ['events', 'about', ['', 'Pets', 'categories', 'orders#acct_2', ['pets', 'orders']]],
])('the list of %s refuses each %s that is not one', async (list, name, values) => {
  for (const value of values) {
    const once = Array.isArray(value) && name !== 'ids' ? '.* given once' : '';
    const refused = refusal('validation_failed', new RegExp(`^${name} must${once}`));
    expect([value, await send(list, { [name]: [value].flat() })]).toMatchObject([value, refused]);
  }
  expect(asked).toEqual([]);
});

describe('listPets with ids', () => {
  test.each([
    [['7'], [7n]],
    [['9,8,8'], [9n, 8n, 8n]],
    [
      ['9', '8,8'],
      [9n, 8n, 8n],
    ],
    [[`${INT64_MAX},${INT64_MIN},0`], [INT64_MAX, INT64_MIN, 0n]],
    [[TOO_MANY.slice(2)], Array.from({ length: 100 }, () => 7n)],
  ])('asks for %j, takes the limit of generated clients, and has no Link', async (texts, ids) => {
    const { status, headers } = await send('pets', { ids: texts, limit: ['1'] });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('Link');
    expect(asked).toEqual([ids]);
  });

  test('answers the ETag of the pet where it is asked for one, and no other', async () => {
    const { headers, body } = await send('pets', { ids: ['7'] });
    expect(headers).toMatchObject({ ETag: `"${OWNED.revision}"` });
    expect(body).toEqual([{ id: 7n, ...REX }]);
    for (const ids of ['7,7', '7,8', '0']) {
      expect((await send('pets', { ids: [ids] })).headers).not.toHaveProperty('ETag');
    }
  });

  test.each(['status', 'cursor', 'categoryId'])('refuses %s next to it', async (name) => {
    const value = { status: 'sold', categoryId: '7' }[name] ?? 'abc';
    const answer = await send('pets', { ids: ['7'], [name]: [value] });
    const fault = /^ids must come without status, categoryId and cursor\.$/;
    expect(answer).toMatchObject(refusal('validation_failed', fault));
  });
});

describe('listEvents', () => {
  test('reads the orders of the account of the key, and ignores parameters that it does not have', async () => {
    const unknown = { accountId: ['acct_2'], log: ['orders#acct_2', 'pets'] };
    expect((await send('events', { about: ['orders'], ...unknown })).status).toBe(200);
    expect(asked).toEqual([{ log: 'orders#acct_1', after: undefined, limit: 20 }]);
  });

  test.each([
    ['0', 0n],
    ['9007199254740993', 9007199254740993n],
    [`${INT64_MAX}`, INT64_MAX],
    ['latest', 'latest'],
  ])('takes the position %s', async (after, read) => {
    expect((await send('events', { after: [after] })).status).toBe(200);
    expect(asked).toMatchObject([{ after: read }]);
  });

  test('leads on with the same log and limit, to the digit, also after an empty page', async () => {
    const query = { about: ['orders'], limit: ['7'], after: ['latest'] };
    expect((await send('events', query)).headers['Link']).toBe(
      '<https://api.example.com/v1/events?about=orders&limit=7&after=9007199254740993>; rel="next"',
    );
  });
});
