import { setTimeout } from 'node:timers/promises';
import { describe, expect, jest, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { PetInput } from '../../../functions/create-pet/contract.ts';
import { open as openCreatePet } from '../../../functions/create-pet/handler.ts';
import { open as openGetPet } from '../../../functions/get-pet/handler.ts';
import type { GetPet } from '../../../functions/get-pet/store.ts';
import { open as openUpdatePet } from '../../../functions/update-pet/handler.ts';
import { RequestError } from '../../../lib/errors/request-error.ts';
import {
  MalformedItemError,
  StorageTimeoutError,
  StorageUnavailableError,
} from '../../../lib/errors/storage-errors.ts';
import { createEvent, invoke, itemEvent } from '../../support/events.ts';
import { refusal } from './refusal.ts';

const REX = { id: 9007199254740993n, name: 'Rex', categoryId: 7n, status: 'available' } as const;
const STORED_REX = { ...REX, accountId: 'acct_1', revision: 'rev-1' };
const NEW_REX = '{"name":"Rex","categoryId":7}';

const asked: unknown[] = [];
const record = (...words: readonly unknown[]) => asked.splice(0, asked.length, ...words);

describe('a new pet', () => {
  const faults = (value: unknown) =>
    PetInput.safeParse(value).error?.issues.map(({ path, message }) =>
      [...path, message].join(' '),
    );

  test('is available unless it says otherwise, and loses members that nobody declared', () => {
    const pet = { name: 'Rex', categoryId: 1n, id: 5n, colour: 'red' };
    expect(PetInput.parse(pet)).toEqual({ name: 'Rex', categoryId: 1n, status: 'available' });
    expect(PetInput.parse({ ...pet, status: 'sold' }).status).toBe('sold');
  });

  test.each(['x', '\u{1F436}'.repeat(256), ' . ', '\u0000', '\u200b', '‮Rex', 'é'.normalize('NFD')])(
    'keeps the name %j exactly',
    (name) => {
      expect(PetInput.parse({ name, categoryId: 1n }).name).toBe(name);
    },
  );

  const INT64 =
    'must be a JSON number without a fraction, from -9223372036854775808 to 9223372036854775807';
  test.each([
    [{ name: '' }, 'name must be 1 to 256 characters long'],
    [{ name: 'x'.repeat(257) }, 'name must be 1 to 256 characters long'],
    [{ name: ' \t\u00a0\u2003' }, 'name must hold a character that is not white space'],
    [{ name: 'Rex\ud800' }, 'name must be well-formed Unicode, without lone surrogates'],
    [{ name: null }, 'name must be a string'],
    [{ name: 7n }, 'name must be a string'],
    [{ name: undefined }, 'name is required'],
    ...[1.5, '7', null, 2n ** 63n, -(2n ** 63n) - 1n].map(
      (categoryId) => [{ categoryId }, `categoryId ${INT64}`] as const,
    ),
    ...['', 'Available', null, 1n].map(
      (status) => [{ status }, 'status must be one of available, pending, sold'] as const,
    ),
  ])('with %p is refused', (members, fault) => {
    expect(faults({ name: 'Rex', categoryId: 1n, ...members })).toEqual([fault]);
  });

  test.each([[[]], [null], ['x'], [1n]])('is not %p', (value) => {
    expect(faults(value)).toEqual(['The body must be a JSON object']);
  });
});

test.each([
  ['2026-11-21T00:00:00Z', '/shop/v1', '/shop/v1/pets/9007199254740993'],
  ['2030-12-04T23:59:59Z', '/v1', '/v1/pets/9007199254740993'],
  ['2030-12-05T00:00:00Z', '/v1', '/v1/pets?ids=9007199254740993'],
])('createPet answers on %s below %s that the pet is at %s', async (now, prefix, Location) => {
  const create = openCreatePet(
    async (pet) => ({ item: { ...STORED_REX, ...pet }, replayed: false }),
    () => new Date(now),
  );
  const { headers } = await invoke(create, createEvent(NEW_REX, { prefix }));
  expect(headers).toMatchObject({ Location });
});

const GET_PET = itemEvent('GET', '/pets/{petId}', '5');
const getPetWith = (get: GetPet) =>
  openGetPet(get, 'https://docs.petstore.example/deprecations.md#getpet');

test.each([
  ['there', async () => STORED_REX, { status: 200, body: REX, headers: { ETag: '"rev-1"' } }],
  ['not there', () => Promise.reject(new RequestError('pet_not_found')), refusal('pet_not_found')],
])('getPet says of a pet that is %s that the operation ends', async (_what, get, expected) => {
  const answer = await invoke(getPetWith(get), GET_PET);
  expect(answer).toMatchObject(expected);
  expect(answer.headers).toMatchObject({
    Deprecation: '@1795132800',
    Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    Link: expect.stringMatching(
      /^<https:\/\/api\.example\.com\/v1\/pets>; rel="successor-version", <https:\/\/docs\.petstore\.example\/deprecations\.md#getpet>; rel="deprecation"/,
    ),
  });
});

const soon = { 'Retry-After': '2' };
test.each([
  // Nobody foresaw it.
  [new TypeError('secret'), 'internal_error', 'unexpected_error', {}],
  [new StorageUnavailableError('secret'), 'unavailable', 'storage_unavailable', soon],
  [new StorageTimeoutError('secret'), 'timeout', 'storage_timeout', {}],
  [new MalformedItemError('secret'), 'internal_error', 'malformed_item', {}],
] as const)(
  '%p is an opaque %s, and a log line with both ids of the request',
  async (error, code, logged, headers) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => {});
    const fail = () => Promise.reject(error);
    const answer = await invoke(getPetWith(fail), GET_PET);
    expect(answer).toMatchObject({ ...refusal(code), headers });
    expect(Object.keys(Object(answer.body))).toEqual(['code', 'message', 'status']);
    expect(answer.text).not.toContain('secret');
    expect(JSON.parse(String(log.mock.calls[0]?.[0]))).toEqual({
      level: 'ERROR',
      code: logged,
      requestId: 'request-1',
      extendedRequestId: 'extended-1',
      error: { name: error.name, message: 'secret', stack: expect.any(String) },
    });
  },
);

test('what is not done within the time limit of the function is 504 before that limit', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const handler = getPetWith(() => new Promise(() => {}));
  const hurried = { getRemainingTimeInMillis: () => 510 } as Context;
  const first = await Promise.race([handler(GET_PET, hurried), setTimeout(500, 'late')]);
  expect(first).toMatchObject({ statusCode: 504 });
});

describe('updatePet', () => {
  const update = openUpdatePet(async (...words) => {
    record(...words);
    return STORED_REX;
  });
  const send = (body: string, headers: Record<string, string> = {}) => {
    record();
    const type = { 'Content-Type': 'application/merge-patch+json' };
    const options = { headers: { ...type, ...headers }, body };
    return invoke(update, itemEvent('PATCH', '/pets/{petId}', '7', options));
  };

  test.each([
    ['{}', {}],
    ['{"status":"sold","id":9,"accountId":"acct_2","revision":"x"}', { status: 'sold' }],
    ['{"categoryId":7.0}', { categoryId: 7n }],
    ['{"__proto__":{"name":"x"},"constructor":null}', {}],
  ])('takes %s', async (text, patch) => {
    expect((await send(text, { 'Content-Type': 'application/json' })).status).toBe(200);
    expect(asked[1]).toEqual(patch);
  });

  const REMOVED = 'cannot be removed: leave it out to keep it';
  test.each([
    ['[]', /^The body must be a JSON object/],
    ['null', /^The body must be a JSON object/],
    [
      '{"name":null,"categoryId":null,"status":null}',
      new RegExp(`^name ${REMOVED}; categoryId ${REMOVED}; status ${REMOVED}\\.$`),
    ],
    ['{"name":" ","categoryId":"7","status":""}', /name .+; categoryId .+; status /],
  ])('refuses %s', async (text, message) => {
    expect(await send(text)).toMatchObject(refusal('validation_failed', message));
    expect(asked).toEqual([]);
  });

  test('refuses another kind of patch', async () => {
    const answer = await send('{}', { 'Content-Type': 'application/json-patch+json' });
    expect(answer).toMatchObject(
      refusal('unsupported_media_type', /application\/merge-patch\+json or application\/json/),
    );
    expect(answer.headers).toMatchObject({
      'Accept-Patch': 'application/merge-patch+json, application/json',
    });
  });
});
