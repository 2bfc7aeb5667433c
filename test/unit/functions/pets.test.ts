import { describe, expect, test } from '@jest/globals';
import { PetInput } from '../../../functions/create-pet/contract.ts';
import { open as openCreatePet } from '../../../functions/create-pet/handler.ts';
import { open as openGetPet } from '../../../functions/get-pet/handler.ts';
import { open as openUpdatePet } from '../../../functions/update-pet/handler.ts';
import { RequestError } from '../../../lib/errors/request-error.ts';
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

describe('createPet', () => {
  const create = (now = '2026-11-21T00:00:00Z') =>
    openCreatePet(
      async (pet, idempotency) => ({
        item: { ...STORED_REX, ...pet },
        replayed: idempotency?.key === 'again',
      }),
      () => new Date(now),
    );

  test.each([
    ['2026-11-21T00:00:00Z', '/shop/v1', '/shop/v1/pets/9007199254740993'],
    ['2030-12-04T23:59:59Z', '/v1', '/v1/pets/9007199254740993'],
    ['2030-12-05T00:00:00Z', '/v1', '/v1/pets?ids=9007199254740993'],
  ])('answers on %s below %s that the pet is at %s', async (now, prefix, Location) => {
    const { headers } = await invoke(create(now), createEvent(NEW_REX, { prefix }));
    expect(headers).toMatchObject({ Location });
  });

  test.each([
    ['again', 'true'],
    ['new', undefined],
  ])('says so where it replays: %s', async (key, replayed) => {
    const headers = { 'idempotency-key': key };
    const answer = await invoke(create(), createEvent(NEW_REX, { headers }));
    expect(answer.headers['Idempotent-Replayed']).toBe(replayed);
  });
});

test.each([
  ['there', async () => STORED_REX, { status: 200, body: REX, headers: { ETag: '"rev-1"' } }],
  ['not there', () => Promise.reject(new RequestError('pet_not_found')), refusal('pet_not_found')],
])('getPet says of a pet that is %s that the operation ends', async (_what, get, expected) => {
  const handler = openGetPet(get, 'https://docs.petstore.example/deprecations.md#getpet');
  const answer = await invoke(handler, itemEvent('GET', '/pets/{petId}', '5'));
  expect(answer).toMatchObject(expected);
  expect(answer.headers).toMatchObject({
    Deprecation: '@1795132800',
    Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
    Link: expect.stringMatching(
      /^<https:\/\/api\.example\.com\/v1\/pets>; rel="successor-version", <https:\/\/docs\.petstore\.example\/deprecations\.md#getpet>; rel="deprecation"/,
    ),
  });
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
