import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { createPetHandler } from '../../../functions/create-pet/handler.ts';
import { getPetHandler } from '../../../functions/get-pet/handler.ts';
import type { GetPet } from '../../../functions/get-pet/store.ts';
import { listPetsHandler } from '../../../functions/list-pets/handler.ts';
import type { PetsPageRequest } from '../../../functions/list-pets/store.ts';
import { unmatchedHandler } from '../../../functions/unmatched/handler.ts';
import { RequestError } from '../../../lib/errors/request-error.ts';
import {
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import type { Pet } from '../../../lib/pets/pet.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { createEvent, proxyEvent } from '../../support/events.ts';

const REX: Pet = { id: 9007199254740993n, name: 'Rex', categoryId: 7n, status: 'available' };
const STORED_REX = { ...REX, accountId: 'acct_1', revision: 'rev-1' };

const openGetPet = (get: GetPet) =>
  getPetHandler(get, 'https://docs.petstore.example/deprecations.md#getpet');
const unmatched = unmatchedHandler(new Map([['/pets', 'GET, POST']]));

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const bodyOf = ({ body }: APIGatewayProxyResult) => parseJson(body);

const failing = (error: unknown) => async () => {
  throw error;
};

const getEvent = (petId: string, options = {}) =>
  proxyEvent({
    resource: '/pets/{petId}',
    path: `/pets/${petId}`,
    pathParameters: { petId },
    ...options,
  });

afterEach(() => {
  jest.restoreAllMocks();
});

describe('createPet', () => {
  const handler = createPetHandler(async (pet, idempotency) => ({
    item: { ...STORED_REX, ...pet },
    replayed: idempotency?.key === 'again',
  }));

  test('answers 201 with the pet and where it is', async () => {
    const result = await handler(createEvent('{"name":"Rex","categoryId":7}'), context);
    expect(result.statusCode).toBe(201);
    expect(bodyOf(result)).toEqual(REX);
    expect(result.headers).toMatchObject({
      Location: '/v1/pets/9007199254740993',
      ETag: '"rev-1"',
    });
  });

  test('names the pet under every prefix that an address may have', async () => {
    const event = createEvent('{"name":"Rex","categoryId":7}', { prefix: '/shop/v1' });
    const { headers } = await handler(event, context);
    expect(headers).toMatchObject({ Location: '/shop/v1/pets/9007199254740993' });
  });

  test('says so where it replays, and only there', async () => {
    const event = (key: string) =>
      createEvent('{"name":"Rex","categoryId":7}', {
        headers: { 'Content-Type': 'application/json', 'idempotency-key': key },
      });
    expect((await handler(event('again'), context)).headers).toMatchObject({
      'Idempotent-Replayed': 'true',
    });
    expect((await handler(event('new'), context)).headers).not.toHaveProperty(
      'Idempotent-Replayed',
    );
  });
});

describe('getPet', () => {
  const deprecated = {
    Deprecation: '@1795132800',
    Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    Link: expect.stringMatching(
      /^<https:\/\/api\.example\.com\/v1\/pets>; rel="successor-version", <https:\/\/docs\.petstore\.example\/deprecations\.md#getpet>; rel="deprecation"/,
    ),
  };

  test('answers 200 with the pet, and that it is deprecated', async () => {
    const result = await openGetPet(async () => STORED_REX)(getEvent('1'), context);
    expect(result).toMatchObject({ statusCode: 200, headers: { ...deprecated, ETag: '"rev-1"' } });
    expect(bodyOf(result)).toEqual(REX);
  });

  test.each(['abc', '1.0', '01', '9223372036854775808', '%31'])(
    'answers 404 for the id "%s" without asking the store',
    async (petId) => {
      const handler = openGetPet(failing(new Error('asked')));
      const result = await handler(getEvent(petId), context);
      expect(result).toMatchObject({ statusCode: 404, headers: deprecated });
      expect(bodyOf(result)).toMatchObject({ code: 'pet_not_found', status: 404n });
    },
  );

  test('answers 404 for a pet that is not there', async () => {
    const handler = openGetPet(failing(new RequestError('pet_not_found')));
    expect(await handler(getEvent('5'), context)).toMatchObject({
      statusCode: 404,
      headers: deprecated,
    });
  });
});

describe('listPets', () => {
  const pages: PetsPageRequest[] = [];
  const handler = listPetsHandler({
    list: async (page) => {
      pages.push(page);
      return { items: [REX], next: page.after < REX.id ? REX.id : undefined };
    },
    find: async () => [],
  });

  test('links the next page, with limit and status kept, and the last page links none', async () => {
    const first = await handler(
      proxyEvent({ query: { limit: ['1'], status: ['available'], x: ['y'] } }),
      context,
    );
    const [, url = ''] = /^<(.+)>; rel="next"$/.exec(String(first.headers?.['Link'])) ?? [];
    const next = new URL(url);
    expect(next.origin + next.pathname).toBe('https://api.example.com/v1/pets');
    expect([...next.searchParams.keys()]).toEqual(['limit', 'status', 'cursor']);

    const query = Object.fromEntries(
      [...next.searchParams].map(([name, value]) => [name, [value]]),
    );
    const second = await handler(proxyEvent({ query }), context);
    expect(pages.at(-1)).toEqual({ after: REX.id, limit: 1, status: 'available' });
    expect(second.headers).not.toHaveProperty('Link');
  });

  test('refuses a cursor of another filter', async () => {
    const result = await handler(proxyEvent({ query: { cursor: ['abc'] } }), context);
    expect(bodyOf(result)).toMatchObject({ code: 'invalid_cursor', status: 400n });
  });
});

describe('what no operation takes', () => {
  test('is 405 with Allow on a path that has operations', async () => {
    const result = await unmatched(proxyEvent({ method: 'PUT' }), context);
    expect(result).toMatchObject({ statusCode: 405, headers: { Allow: 'GET, POST' } });
    expect(bodyOf(result)).toMatchObject({ code: 'method_not_allowed', status: 405n });
  });

  test('is 404 on every other path', async () => {
    const result = await unmatched(proxyEvent({ resource: '/{proxy+}', path: '/x' }), context);
    expect(bodyOf(result)).toMatchObject({ code: 'route_not_found', status: 404n });
  });
});

describe('every answer', () => {
  test('has the common headers', async () => {
    const success = await openGetPet(async () => STORED_REX)(getEvent('1'), context);
    const refusal = await unmatched(proxyEvent({ method: 'PUT' }), context);
    for (const { headers } of [success, refusal]) {
      expect(headers).toMatchObject({
        'Cache-Control': 'no-store',
        'Content-Type': 'application/json',
        'Strict-Transport-Security': expect.stringContaining('max-age='),
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': 'request-1',
      });
    }
  });
});

describe('a failure', () => {
  const answer = async (error: unknown) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const result = await openGetPet(failing(error))(getEvent('5'), context);
    return { result, body: bodyOf(result), line: String(log.mock.calls[0]?.[0]) };
  };

  test('that nobody foresaw is an opaque 500, and a log line with both ids of the request', async () => {
    const { result, body, line } = await answer(new TypeError('secret detail'));
    expect(result.statusCode).toBe(500);
    expect(body).toEqual({
      code: 'internal_error',
      status: 500n,
      message: expect.not.stringContaining('secret'),
    });
    expect(JSON.parse(line)).toEqual({
      level: 'ERROR',
      code: 'unexpected_error',
      requestId: 'request-1',
      extendedRequestId: 'extended-1',
      error: { name: 'TypeError', message: 'secret detail', stack: expect.any(String) },
    });
  });

  test('of storage is 503 with Retry-After', async () => {
    const { result, body, line } = await answer(new StorageUnavailableError('down'));
    expect(result).toMatchObject({ statusCode: 503, headers: { 'Retry-After': '2' } });
    expect(body).toMatchObject({ code: 'unavailable', status: 503n });
    expect(JSON.parse(line)).toMatchObject({ code: 'storage_unavailable' });
  });

  test('of storage to answer in time is 504', async () => {
    const { result, body } = await answer(new StorageTimeoutError('late'));
    expect(result.statusCode).toBe(504);
    expect(body).toMatchObject({ code: 'timeout', status: 504n });
  });

  test('to be done within the time limit of the function is 504 before that limit', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => {});
    const handler = openGetPet(() => new Promise(() => {}));
    const hurried = { getRemainingTimeInMillis: () => 510 } as Context;
    const first = await Promise.race([handler(getEvent('5'), hurried), setTimeout(500, 'late')]);
    expect(first).toMatchObject({ statusCode: 504 });
  });
});
