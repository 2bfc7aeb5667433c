import { expect, test } from '@jest/globals';
import type { fetch as fetchOfUndici } from 'undici-types';
import {
  type ClientOptions,
  PetStore,
  type PetStoreError,
} from '../../../packages/client/src/index.ts';
import { startStubService } from '../../support/stub-service.ts';

const apiKey = 'pet_test_key';

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('It did not fail.');
    },
    (error: PetStoreError) => error,
  );

test('a client’s options hold for its calls, and those of a call go first', async () => {
  const sent: string[] = [];
  await using service = await startStubService((request, response) => {
    sent.push(request.headers['user-agent'] ?? '');
    response.writeHead(503, { 'X-Request-Id': 'r-1' }).end();
  });
  const seen: (string | null)[] = [];
  const store = new PetStore({
    baseUrl: service.baseUrl,
    apiKey,
    maxRetries: 0,
    userAgent: 'my-shop/2.1 (tests)',
    onResponse: ({ headers }) => seen.push(headers.get('X-Request-Id')),
  });
  expect(await errorOf(store.getPet(1n))).toMatchObject({ status: 503, attempts: 1 });
  expect(await errorOf(store.getPet(1n, { maxRetries: 1 }))).toMatchObject({ attempts: 2 });
  expect(await errorOf(store.getPet(1n, { maxRetries: undefined }))).toMatchObject({ attempts: 1 });
  seen.pop();
  expect(seen).toEqual(['r-1', 'r-1', 'r-1']);
  expect(sent[0]).toMatch(/^my-shop\/2\.1 \(tests\) pet-store-client\/\d+\.\d+\.\d+$/);
});

test('an attempt ends after its timeout', async () => {
  await using service = await startStubService(() => {});
  const store = new PetStore({ baseUrl: service.baseUrl, apiKey, timeout: 50, maxRetries: 1 });
  expect(await errorOf(store.getPet(1n))).toMatchObject({
    code: 'no_answer',
    attempts: 2,
    message: expect.stringContaining('within 50 ms'),
  });
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
  await using service = await startStubService((_request, response) => response.end('[]'));
  for (const timeout of [0.5 + 1000, 2 ** 31, 2 ** 53, Number.POSITIVE_INFINITY]) {
    const store = new PetStore({ baseUrl: service.baseUrl, apiKey, timeout });
    expect((await store.listPets()).items).toEqual([]);
  }
});

test('a key may be a function, which gives the present one to each attempt', async () => {
  const keys: unknown[] = [];
  await using service = await startStubService(({ headers }, response) => {
    keys.push(headers.authorization);
    response.writeHead(keys.length === 1 ? 503 : 200).end('[]');
  });
  let nth = 0;
  const next = () => {
    nth += 1;
    return nth < 3 ? `key_${nth}` : Promise.resolve('a key');
  };
  const store = new PetStore({ baseUrl: service.baseUrl, apiKey: next });
  await store.listPets();
  expect(keys).toEqual(['Bearer key_1', 'Bearer key_2']);
  const { message } = await errorOf(store.listPets());
  expect(message).toMatch(/^apiKey must be visible ASCII/);
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
  await using service = await startStubService((_request, response) => response.end('[]'));
  const store = new PetStore({ baseUrl: service.baseUrl, apiKey });
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
