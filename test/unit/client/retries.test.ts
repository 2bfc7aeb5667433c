import { getEventListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { ORDER_EXAMPLE } from '../../../lib/orders/order.ts';
import { writeJson } from '../../../lib/values/json.ts';
import type { CreateOptions, PetStore } from '../../../packages/client/src/index.ts';
import type { AnswerStub } from '../../support/stub-service.ts';
import { errorOf, PET, startStore } from './store.ts';

const REX = { name: 'Rex', categoryId: 1n };
const DOGS = { name: 'Dogs' };

// The client's own pauses are random, and take no time here.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

/** What a call of the client gives, and the idempotency keys of its requests, while the first answers are these. */
const run = async (
  call: (store: PetStore) => Promise<unknown>,
  answers: readonly (number | 'lost')[],
  succeed: AnswerStub = (_request, response) =>
    response.setHeader('ETag', '"1"').end(JSON.stringify(PET)),
) => {
  const left = [...answers];
  const keys: unknown[] = [];
  await using service = await startStore((request, response) => {
    keys.push(request.headers['idempotency-key']);
    const status = left.shift();
    if (status === undefined) return succeed(request, response);
    if (status === 'lost') return request.socket.destroy();
    if (status === 429) response.setHeader('Retry-After', '1');
    return response.writeHead(status).end(`{"code":"later","message":"Later","status":${status}}`);
  });
  const [result] = await Promise.allSettled([call(service.store)]);
  return { status: result.status, reason: Object(result).reason as unknown, keys };
};

describe('the client repeats', () => {
  test('a request that takes effect once, with the same key, five times in all', async () => {
    const create = (store: PetStore) => store.createPet(REX);
    const { status, keys } = await run(create, ['lost', 503, 504, 'lost']);
    expect([status, keys]).toEqual(['fulfilled', Array(5).fill(keys[0])]);
    expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
    const refused = await run(create, Array(9).fill(503));
    expect(refused.keys).toHaveLength(5);
    const [idempotencyKey] = refused.keys;
    const expected = { status: 503, safeToRepeat: true, attempts: 5, idempotencyKey };
    expect(refused.reason).toMatchObject(expected);
  });

  test('any request after 429, when its Retry-After is over', async () => {
    const from = performance.now();
    const complete = (store: PetStore) => store.completeOrder(1n);
    const order = writeJson(ORDER_EXAMPLE);
    const { status, keys } = await run(complete, [429], (_, response) => response.end(order));
    expect([status, keys]).toEqual(['fulfilled', [undefined, undefined]]);
    expect(performance.now() - from).toBeGreaterThanOrEqual(990);
  });

  test.each<[string, (store: PetStore) => Promise<unknown>]>([
    ['a read', (store) => store.getPet(1n)],
    ['an update without a tag', (store) => store.updatePet(1n, {})],
    ['a delete', (store) => store.deletePet(1n)],
    ['a put without a condition', (store) => store.putCategory(1n, DOGS)],
  ])('%s after 503, 504 and a broken connection', async (_what, call) => {
    expect((await run(call, [503, 504, 'lost'])).keys).toHaveLength(4);
  });
});

test.each<[string, number, (store: PetStore) => Promise<unknown>]>([
  ['an update with a tag', 2, async (store) => store.updatePet(await store.getPet(1n), {})],
  ['a put of a new category', 1, (store) => store.putCategory(1n, DOGS, { onlyNew: true })],
])('the client does not repeat %s, which may have taken effect', async (_what, requests, call) => {
  const { reason, keys } = await run(call, [], ({ method, socket }, response) =>
    method === 'GET'
      ? response.setHeader('ETag', '"1"').end(JSON.stringify(PET))
      : socket.destroy(),
  );
  expect(reason).toMatchObject({ code: 'no_answer', safeToRepeat: false, attempts: 1 });
  expect(keys).toHaveLength(requests);
});

/** What a call gives where each answer is a 429 with this Retry-After. */
const refusedWith = async (retryAfter: string, options?: CreateOptions) => {
  await using service = await startStore((_request, response) =>
    response
      .writeHead(429, { 'Retry-After': retryAfter })
      .end('{"code":"rate_limited","message":"Later","status":429}'),
  );
  const error = await errorOf(service.store.createPet(REX, options));
  return { error, requests: service.requests.length };
};

const TOO_LONG = ['61', '1e9', 'Infinity', new Date(Date.now() + 90_000).toUTCString()];
test.each(TOO_LONG)('a pause until %s is too long: the caller gets the 429', async (retryAfter) => {
  const { error } = await refusedWith(retryAfter);
  expect(error).toMatchObject({ status: 429, safeToRepeat: true, attempts: 1 });
  const seconds = Number(retryAfter) || 90;
  if (seconds < Infinity) expect(Math.abs(Object(error).retryAfter - seconds)).toBeLessThan(10);
});

const NO_PAUSE = ['-1', '-Infinity', 'soon', '', new Date(0).toUTCString()];
test.each(NO_PAUSE)('a Retry-After of “%s” asks for no pause', async (retryAfter) => {
  const { error } = await refusedWith(retryAfter, { maxRetries: 0 });
  expect(error).toMatchObject({ status: 429, retryAfter: 0 });
});

/** Node 20 warns of more than ten. */
test('one signal ends the pauses of many calls, and has no listener for each', async () => {
  await using service = await startStore((_request, response) =>
    response.writeHead(503, { 'Retry-After': '30' }).end(),
  );
  const controller = new AbortController();
  const { signal } = controller;
  const calls = Array.from({ length: 11 }, () => service.store.listPets({}, { signal }));
  while (service.requests.length < calls.length) await setTimeout(10);
  await setTimeout(200);
  expect(getEventListeners(signal, 'abort').length).toBeLessThan(10);
  controller.abort();
  const ended = await Promise.allSettled(calls);
  expect(ended.map((each) => Object(each).reason)).toEqual(Array(11).fill(signal.reason));
});

const UNAVAILABLE = '{"code":"service_unavailable","message":"Later","status":503}';

/** A client of a service with a log of one event after each position. Twice six answers fail, one more than the client repeats. */
const flaky = (linkOf: (after: number) => string | undefined) => {
  let answers = 0;
  return startStore(({ url = '' }, response) => {
    answers += 1;
    if ((answers > 3 && answers < 10) || (answers > 12 && answers < 19))
      return response.writeHead(503).end(UNAVAILABLE);
    if (!url.includes('/events')) return response.end(JSON.stringify([PET]));
    const after = Number(/after=(\d+)/.exec(url)?.[1] ?? 0);
    const isLast = url.includes('latest') || after >= 20;
    const position = after + 1;
    const event = { position, createdAt: 'now', type: 'pet.updated', data: PET };
    const link = linkOf(isLast ? after : position);
    if (link !== undefined) response.setHeader('Link', link);
    return response.end(JSON.stringify(isLast ? [] : [event]));
  });
};

const NEXT = (after: number) => `<https://a.example/v1/events?after=${after}>; rel="next"`;

test('followEvents and copyPets go on after failures, and give nothing twice', async () => {
  await using service = await flaky(NEXT);
  const { store } = service;
  const positions: bigint[] = [];
  for await (const { position } of store.followEvents({}, { pause: 1 })) {
    positions.push(position);
    if (position === 4n) break;
  }
  expect(positions).toEqual([1n, 2n, 3n, 4n]);
  for await (const pets of store.copyPets({ pause: 1 })) {
    expect(pets.size).toBe(1);
    break;
  }
});

test('followEvents asks a service that fails less and less often, also without a pause', async () => {
  await using service = await startStore((_request, response) => response.writeHead(500).end());
  const signal = AbortSignal.timeout(1500);
  const next = service.store.followEvents({}, { pause: 0, signal })[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(service.requests.length).toBeLessThan(8);
});

test.each([
  undefined,
  'nonsense',
  '</v1/events?after=1>; rel="next"',
  '<https://a.example/v1/events?after=x>; rel="next"',
  '<https://a.example/v1/events>; rel="next"',
])('followEvents fails where the link to the next page is %s', async (link) => {
  await using service = await flaky(() => link);
  const next = service.store.followEvents()[Symbol.asyncIterator]().next();
  await expect(next).rejects.toMatchObject({ code: 'unexpected_answer', safeToRepeat: false });
});
