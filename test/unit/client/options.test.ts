import { expect, test } from '@jest/globals';
import type { fetch as fetchOfUndici } from 'undici-types';
import { type ClientOptions, PetStore } from '../../../packages/client/src/index.ts';
import { errorOf, startStore } from './store.ts';

const apiKey = 'pet_test_key';

test('a client’s options hold for its calls, and those of a call go first', async () => {
  const sent: string[] = [];
  const seen: (string | null)[] = [];
  const options: Partial<ClientOptions> = {
    maxRetries: 0,
    userAgent: 'my-shop/2.1 (tests)',
    onResponse: ({ headers }) => seen.push(headers.get('X-Request-Id')),
  };
  await using service = await startStore((request, response) => {
    sent.push(request.headers['user-agent'] ?? '');
    response.writeHead(503, { 'X-Request-Id': 'r-1' }).end();
  }, options);
  const { store } = service;
  expect(await errorOf(store.getPet(1n))).toMatchObject({ status: 503, attempts: 1 });
  expect(await errorOf(store.getPet(1n, { maxRetries: 1 }))).toMatchObject({ attempts: 2 });
  expect(await errorOf(store.getPet(1n, { maxRetries: undefined }))).toMatchObject({ attempts: 1 });
  seen.pop();
  expect(seen).toEqual(['r-1', 'r-1', 'r-1']);
  expect(sent[0]).toMatch(/^my-shop\/2\.1 \(tests\) pet-store-client\/\d+\.\d+\.\d+$/);
});

test('an attempt ends after its timeout', async () => {
  await using service = await startStore(() => {}, { timeout: 50, maxRetries: 1 });
  const message = expect.stringContaining('within 50 ms');
  const expected = { code: 'no_answer', attempts: 2, message };
  expect(await errorOf(service.store.getPet(1n))).toMatchObject(expected);
});

test.each([
  ['timeout', [0, -1, Number.NaN, '1000', null]],
  ['maxRetries', [-1, Number.NaN, '4']],
  ['pause', [-1, Number.NaN, '1000']],
])('%s is a number that can be one', async (name, wrong) => {
  const store = new PetStore({ baseUrl: 'http://127.0.0.1:9/v1', apiKey });
  for (const value of wrong) {
    const message = new RegExp(`^TypeError: ${name} must be a number, \\d or more`);
    expect(String(await errorOf(store.getPet(1n, { [name]: value })))).toMatch(message);
    expect(() => new PetStore({ baseUrl: 'http://x/v1', apiKey, [name]: value })).toThrow(
      TypeError,
    );
  }
});

test('a timeout that no timer can hold is the longest that one can', async () => {
  await using service = await startStore((_request, response) => response.end('[]'));
  for (const timeout of [0.5 + 1000, 2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY]) {
    expect((await service.store.listPets({}, { timeout })).items).toEqual([]);
  }
});

test('a key may be a function, which gives the present one to each attempt', async () => {
  const keys: unknown[] = [];
  const present = ['key_1', 'key_2', 'a key'].values();
  const next = async () => present.next().value ?? '';
  await using service = await startStore(
    ({ headers }, response) => {
      keys.push(headers.authorization);
      response.writeHead(keys.length === 1 ? 503 : 200).end('[]');
    },
    { apiKey: next },
  );
  const { store } = service;
  await store.listPets();
  expect(keys).toEqual(['Bearer key_1', 'Bearer key_2']);
  const message = expect.stringMatching(/^apiKey must be visible ASCII/);
  expect(await errorOf(store.listPets())).toMatchObject({ message });
});

/** Functions that types must let through: of packages with types of their own, and one around the global one. */
const OTHERS: readonly ClientOptions['fetch'][] = [
  undefined as unknown as typeof fetchOfUndici,
  // As node-fetch 2 has it.
  (
    url: string | { readonly href: string },
    init?: { body?: string; signal?: AbortSignal | null },
  ) => fetch(String(url), init),
  (url: string | URL, init?: RequestInit) => fetch(url, init),
];

test('another fetch sends the requests', async () => {
  expect(OTHERS).toHaveLength(3);
  const urls: unknown[] = [];
  const own = async (url: string) => {
    urls.push(url);
    return { ok: true, status: 200, headers: new Headers(), text: async () => '[]' };
  };
  const store = new PetStore({ baseUrl: 'http://127.0.0.1:9/v1', apiKey, fetch: own });
  expect((await store.listPets()).items).toEqual([]);
  expect(urls).toEqual(['http://127.0.0.1:9/v1/pets']);
});

test('an option that does not exist, or stands in the query, is an error before anything is sent', async () => {
  await using service = await startStore((_request, response) => response.end('[]'));
  const { store } = service;
  const signal = AbortSignal.abort();
  const misplaced = { signal } as object;
  const events = store.followEvents(misplaced)[Symbol.asyncIterator]();
  for (const call of [events.next(), store.listPets(misplaced)])
    expect(String(await errorOf(call))).toMatch(/^TypeError: signal .*last argument/);
  const unknown = { retries: 1 } as object;
  for (const call of [store.getPet(1n, unknown), store.listPets({}, unknown)])
    expect(String(await errorOf(call))).toMatch(/^TypeError: retries .*maxRetries/);
  for (const name of ['signal', 'idempotencyKey', 'timout'])
    expect(() => new PetStore({ baseUrl: service.baseUrl, apiKey, [name]: 'x' })).toThrow(
      TypeError,
    );
  expect(String(await errorOf(store.getPet(undefined as never)))).toMatch(/^TypeError: petId /);
  for (const id of ['', '.', '..'])
    expect(String(await errorOf(store.revokeKey(id)))).toMatch(/^TypeError: keyId is .*not an id/);
  expect(service.requests).toEqual([]);
});
