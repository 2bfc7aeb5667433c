import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import type { Order } from '../../lib/orders/order.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { type Answer, call, serviceUnderTest } from '../support/client.ts';
import { expectCommonHeaders, expectError } from '../support/expect-answer.ts';
import { beginAt } from '../support/relay.ts';
import { newSecret } from '../support/stored-webhooks.ts';

/*
 * What only requests over HTTP show: where things are, their tags, pages that lead on, headers, and two accounts. What
 * operations do is tested below `unit`, `integration` and `bundles`.
 */

const { baseUrl } = serviceUnderTest();
const messages = `${requireEnv('QUICKSTART_URL')}/messages`;
const otherKey = process.env['OTHER_API_KEY'];
const testOfTwo = otherKey === undefined ? test.skip : test;

const post = (path: string, body?: unknown, headers: Record<string, string> = {}, key?: string) =>
  call(path, { method: 'POST', body, headers, ...(key !== undefined && { key }) });

const create = async <Created>(path: string, body: unknown, key?: string): Promise<Created> => {
  const answer = await post(path, body, {}, key);
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Created;
};
const createPet = (members = {}) =>
  create<Pet>('/pets', { name: 'Rex', categoryId: 7n, ...members });

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{16}"$/);
  return tag;
};
const nextOf = ({ headers }: Answer) =>
  /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];

const webhook = { url: 'https://hooks.shop.example/pets', secret: newSecret() };
/** Of an id that nothing else has; those of the numbers after it are free, too. */
const category = (nth = 0) => `/categories/${BigInt(nth) - firstCategory}`;
const firstCategory = BigInt(`0x${crypto.randomUUID().slice(0, 8)}`) << 31n;

test.each<[string, string, string, unknown, unknown, ErrorCode]>([
  [
    'a pet',
    '/pets',
    'PATCH',
    { name: 'Zoë 🐕', categoryId: -9223372036854775808n },
    { name: 'Max' },
    'pet_not_found',
  ],
  ['a category', category(), 'PUT', { name: 'Dogs' }, { name: 'Cats' }, 'category_not_found'],
])(
  '%s is where its creation says, and changes and goes only with the tag of its state',
  async (...row) => {
    const [, path, change, body, changes, notFound] = row;
    const created = await (change === 'PUT'
      ? call(path, { method: 'PUT', body, headers: { 'If-None-Match': '*' } })
      : post(path, body));
    expect([created.status, created.body]).toMatchObject([201, body]);
    expectCommonHeaders(created);
    const location = created.headers.get('Location');
    const url = location === null ? `${baseUrl}${path}` : new URL(location, baseUrl).href;
    expect(url.startsWith(`${baseUrl}${path}`)).toBe(true);
    const got = await call(url);
    expect([got.status, got.text, tagOf(got)]).toEqual([200, created.text, tagOf(created)]);

    const ifMatch = (answer: Answer) => ({ 'If-Match': tagOf(answer) });
    const changed = await call(url, { method: change, body: changes, headers: ifMatch(got) });
    expect([changed.status, changed.body]).toEqual([
      200,
      { ...Object(created.body), ...Object(changes) },
    ]);
    const outdated = { headers: ifMatch(got) };
    expectError(
      await call(url, { method: change, body: changes, ...outdated }),
      'precondition_failed',
    );
    expectError(await call(url, { method: 'DELETE', ...outdated }), 'precondition_failed');
    const deleted = await call(url, { method: 'DELETE', headers: ifMatch(changed) });
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(deleted.headers.get('X-Request-Id')).toMatch(/\S/);
    expectError(await call(url), notFound);
  },
);

test('an order holds its pet from available to sold', async () => {
  const { id: petId } = await createPet();
  const placed = await post('/store/orders', { petId });
  const order = placed.body as Order;
  expect([placed.status, order]).toMatchObject([201, { petId, status: 'placed', role: 'owner' }]);
  const url = new URL(placed.headers.get('Location') ?? '', baseUrl).href;
  expect((await call(url)).body).toEqual(order);
  const statusOf = async () => Object((await call(`/pets?ids=${petId}`)).body)[0].status;
  expect(await statusOf()).toBe('pending');
  expect((await post(`${url}/complete`)).body).toMatchObject({ id: order.id, status: 'completed' });
  expect(await statusOf()).toBe('sold');
  expectError(await post(`${url}/cancel`), 'order_closed');
});

test('a pet that is listed by its id alone has its tag, and is listed as soon as it is created', async () => {
  const created = await post('/pets', { name: 'Newest', categoryId: 1n });
  const { id } = created.body as Pet;
  const found = await call(`/pets?ids=${id}`);
  expect([found.body, tagOf(found)]).toEqual([[created.body], tagOf(created)]);
  let seen: Answer = await call(`/pets?${beginAt(id, new URLSearchParams('limit=100'))}`);
  expect(seen.headers.get('ETag')).toBeNull();
  for (let next = nextOf(seen); next && !seen.text.includes(`"id":${id},`); next = nextOf(seen)) {
    seen = await call(next);
  }
  expect(seen.body).toContainEqual(created.body);
});

/** Two more than a page, for each list. */
const FILL: Readonly<Record<string, (nth: number) => Promise<unknown>>> = {
  '/pets?status=sold': () => createPet({ status: 'sold' }),
  '/store/orders?status=placed': async () =>
    create('/store/orders', { petId: (await createPet()).id }),
  '/categories': (nth) => call(category(nth), { method: 'PUT', body: { name: 'Cats' } }),
};

test.each(Object.entries(FILL))(
  '%s links its next page, at an address that works as it is',
  async (list, fill) => {
    for (const nth of [1, 2, 3]) await fill(nth);
    const first = await call(`${list}${list.includes('?') ? '&' : '?'}limit=1&unknown=x`);
    expectCommonHeaders(first);
    const url = nextOf(first) ?? '';
    const [path = '', filter = ''] = list.split('?');
    const { searchParams } = new URL(url);
    expect(url.startsWith(`${baseUrl}${path}?`)).toBe(true);
    const { cursor, ...kept } = Object.fromEntries(searchParams);
    expect(kept).toEqual({ limit: '1', ...Object.fromEntries(new URLSearchParams(filter)) });
    const second = await call(url);
    expect(second.body).toHaveLength(1);
    expect(second.body).not.toEqual(first.body);
    const other = path === '/pets' ? '/categories' : '/pets';
    expectError(await call(`${other}?cursor=${cursor}`), 'invalid_cursor');
  },
);

test('getPet says on 200 and on 404 that it will be removed, and what replaces it', async () => {
  const { id } = await createPet();
  for (const answer of [await call(`/pets/${id}`), await call('/pets/0')]) {
    expect(answer.headers.get('Deprecation')).toBe('@1795132800');
    expect(answer.headers.get('Sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    const link = answer.headers.get('Link');
    expect(link).toContain(`<${baseUrl}/pets>; rel="successor-version"`);
    expect(link).toMatch(/<(?:https:|http:\/\/localhost:)[^>]+>; rel="deprecation"/);
    expectCommonHeaders(answer);
  }
});

test('a request with an idempotency key is answered again as the first time, and another is refused', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const pet = { name: 'Rex', categoryId: 9007199254740993n };
  const [first, again] = [await post('/pets', pet, headers), await post('/pets', pet, headers)];
  const replayed = ({ headers: of }: Answer) => [of.get('Idempotent-Replayed'), of.get('Location')];
  expect([first.status, replayed(first)[0]]).toEqual([201, null]);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(replayed(again)).toEqual(['true', replayed(first)[1]]);
  expectCommonHeaders(again);
  expectError(await post('/pets', { ...pet, name: 'Tom' }, headers), 'idempotency_key_reused');
  expectError(await post(messages, { message: 'Hello' }, headers), 'idempotency_key_reused');
});

test('the quickstart queues a message, in its longest notation too, and has nothing else', async () => {
  const queued = await post(messages, `{"message":"${'\\ud83d\\udc36'.repeat(4096)}"}`);
  expect([queued.status, queued.body]).toMatchObject([202, { status: 'queued' }]);
  expectCommonHeaders(queued);
  expectError(await post(messages, { message: 'x'.repeat(65 * 1024) }), 'request_too_large');
  const quickstart = operations.filter(({ api }) => api === 'quickstart');
  for (const { path } of operations.filter((each) => !quickstart.includes(each))) {
    expectError(await call(messages.replace('/messages', path)), 'route_not_found');
  }
  expectError(await post('/messages', { message: 'Hello' }), 'route_not_found');
});

testOfTwo('an order of two accounts is seen by both, and completed by the owner', async () => {
  const pet = await createPet();
  const customer = { key: otherKey ?? '' };
  const order = await create<Order>('/store/orders', { petId: pet.id }, otherKey);
  const path = `/store/orders/${order.id}`;
  expect(order.role).toBe('customer');
  expect((await call(path)).body).toEqual({ ...order, role: 'owner' });
  expect((await call('/store/orders?limit=100', customer)).body).toContainEqual(order);
  expectError(await call(`${path}/complete`, { ...customer, method: 'POST' }), 'not_owner');
  expect((await post(`${path}/complete`)).body).toMatchObject({
    role: 'owner',
    status: 'completed',
  });
  expect((await call(path, customer)).body).toMatchObject({
    role: 'customer',
    status: 'completed',
  });
});

testOfTwo(
  'the webhooks of another account do not exist, and the secret of one’s own is never shown',
  async () => {
    const created = await create<{ readonly id: string }>('/webhooks', webhook);
    const { id } = created;
    expect(created).not.toHaveProperty('secret');
    expect((await call(`/webhooks/${id}`)).text).not.toContain('whsec_');
    for (const [method, body] of [
      ['GET'],
      ['PATCH', { status: 'disabled' }],
      ['DELETE'],
    ] as const) {
      const other = { method, body, key: otherKey ?? '' };
      expectError(await call(`/webhooks/${id}`, other), 'webhook_not_found');
    }
    expect((await call('/webhooks', { key: otherKey ?? '' })).text).not.toContain(id);
    // An account can have only so many.
    expect((await call(`/webhooks/${id}`, { method: 'DELETE' })).status).toBe(204);
  },
);
