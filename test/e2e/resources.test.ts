import { expect, test } from '@jest/globals';
import { operations } from '../../functions/operations.ts';
import type { ErrorCode } from '../../lib/errors/errors.ts';
import type { Pet } from '../../lib/pets/pet.ts';
import { requireEnv } from '../../lib/process/env.ts';
import { type Answer, call, serviceUnderTest } from '../support/client.ts';
import { expectCommonHeaders, expectError } from '../support/expect-answer.ts';

/*
 * What only requests over HTTP show: where things are, their tags, pages that lead on, and headers. What
 * operations do is tested below `unit`, `integration` and `bundles`.
 */

const { baseUrl } = serviceUnderTest();
const messages = `${requireEnv('QUICKSTART_URL')}/messages`;

const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(path, { method: 'POST', body, headers });
const createPet = async (members = {}) =>
  (await post('/pets', { name: 'Rex', categoryId: 7n, ...members })).body as Pet;

const tagOf = ({ headers }: Answer): string => {
  const tag = headers.get('ETag') ?? '';
  expect(tag).toMatch(/^"[\w-]{16}"$/);
  return tag;
};
const nextOf = ({ headers }: Answer) =>
  /<([^>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];

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
    const same = await call(url, { headers: { 'If-None-Match': tagOf(got) } });
    expect([same.status, same.text, tagOf(same)]).toEqual([304, '', tagOf(got)]);
    expectCommonHeaders(same);

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

/** Two more than a page, for each list. */
const FILL: Readonly<Record<string, (nth: number) => Promise<unknown>>> = {
  '/pets?status=sold': () => createPet({ status: 'sold' }),
  '/store/orders?status=placed': async () =>
    post('/store/orders', { petId: (await createPet()).id }),
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
