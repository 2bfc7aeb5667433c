import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { deletePetHandler } from '../../../functions/delete-pet/handler.ts';
import { updatePetHandler } from '../../../functions/update-pet/handler.ts';
import type { PetPatch } from '../../../functions/update-pet/pet-patch.ts';
import type { Precondition } from '../../../lib/revisions/precondition.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { proxyEvent } from '../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;
const REX = { id: 7n, name: 'Rex', categoryId: 1n, status: 'available' } as const;

const asked: (readonly [bigint, PetPatch, Precondition])[] = [];
const update = updatePetHandler(async (id, patch, change) => {
  asked.push([id, patch, change]);
  return { ...REX, accountId: 'acct_1', revision: 'rev-2' };
});

const patchEvent = (body: string, headers: Record<string, string> = {}, petId = '7') =>
  proxyEvent({
    method: 'PATCH',
    resource: '/pets/{petId}',
    path: `/pets/${petId}`,
    pathParameters: { petId },
    headers: { 'Content-Type': 'application/merge-patch+json', ...headers },
    body,
  });

const send = async (...words: Parameters<typeof patchEvent>) => {
  asked.length = 0;
  const { statusCode, headers, body } = await update(patchEvent(...words), context);
  return { statusCode, headers, body: parseJson(body) };
};

describe('updatePet', () => {
  test('answers 200 with the pet and its tag, and nothing that only the service knows', async () => {
    const { statusCode, headers, body } = await send('{"name":"Rex"}', { 'if-match': '"rev-1"' });
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ ETag: '"rev-2"' });
    expect(body).toEqual(REX);
    expect(asked).toEqual([[7n, { name: 'Rex' }, { accountId: 'acct_1', ifMatch: ['rev-1'] }]]);
  });

  test.each([
    ['{}', {}],
    ['{"status":"sold","id":9,"accountId":"acct_2","revision":"x"}', { status: 'sold' }],
    ['{"categoryId":7.0}', { categoryId: 7n }],
    ['{"__proto__":{"name":"x"},"constructor":null}', {}],
  ])('takes %s', async (text, patch) => {
    expect((await send(text)).statusCode).toBe(200);
    expect(asked[0]?.[1]).toEqual(patch);
  });

  test.each([
    ['an array', '[]'],
    ['a text', '"name"'],
    ['null', 'null'],
    ['a number', '7'],
    ['a name that is null', '{"name":null}'],
    ['a categoryId that is null', '{"categoryId":null}'],
    ['a status that is null', '{"status":null}'],
    ['a blank name', '{"name":" "}'],
    ['a name with a lone surrogate', '{"name":"\\ud800"}'],
    ['a categoryId beyond int64', '{"categoryId":9223372036854775808}'],
    ['a status in capitals', '{"status":"SOLD"}'],
  ])('refuses %s with 400', async (_what, text) => {
    const { statusCode, body } = await send(text);
    expect(statusCode).toBe(400);
    expect(body).toMatchObject({ code: 'validation_failed', status: 400n });
    expect(asked).toEqual([]);
  });

  test('says of each member that is null how to keep it', async () => {
    const { body } = await send('{"name":null,"categoryId":null,"status":null}');
    const fault = 'cannot be removed: leave it out to keep it';
    expect(body).toEqual({
      code: 'validation_failed',
      message: `name ${fault}; categoryId ${fault}; status ${fault}.`,
      status: 400n,
    });
  });

  test('names every member that is at fault', async () => {
    const { body } = await send('{"name":null,"categoryId":"7","status":""}');
    expect(body).toMatchObject({
      message: expect.stringMatching(/name .+; categoryId .+; status /),
    });
  });

  test.each([
    ['broken JSON', '{"name":', 'invalid_json'],
    ['no body', '', 'invalid_json'],
    ['a body of 17 KB', `{"x":"${'x'.repeat(17 * 1024)}"}`, 'request_too_large'],
  ])('refuses %s', async (_what, text, code) => {
    expect(await send(text)).toMatchObject({ statusCode: 400, body: { code } });
  });

  test.each(['application/json', 'Application/Merge-Patch+JSON; charset=utf-8'])(
    'takes the content type %s',
    async (type) => {
      expect((await send('{}', { 'Content-Type': type })).statusCode).toBe(200);
    },
  );

  test.each(['application/json-patch+json', 'text/plain', ''])(
    'refuses the content type "%s"',
    async (type) => {
      expect(await send('{}', { 'Content-Type': type })).toMatchObject({
        statusCode: 400,
        body: { code: 'unsupported_media_type', message: expect.stringContaining('merge-patch') },
      });
    },
  );

  test.each(['', 'abc', '"a', '*, *'])('refuses the If-Match "%s"', async (value) => {
    expect(await send('{}', { 'If-Match': value })).toMatchObject({
      statusCode: 400,
      body: { code: 'validation_failed', message: expect.stringContaining('If-Match must') },
    });
  });

  test.each(['abc', '9223372036854775808', '07'])(
    'answers 404 for the id "%s" without asking the store',
    async (petId) => {
      expect(await send('{}', {}, petId)).toMatchObject({
        statusCode: 404,
        body: { code: 'pet_not_found' },
      });
      expect(asked).toEqual([]);
    },
  );
});

describe('deletePet', () => {
  const deleted: (readonly [bigint, Precondition])[] = [];
  const remove = deletePetHandler(async (id, change) => {
    deleted.push([id, change]);
  });

  test('answers 204 without a body', async () => {
    const event = patchEvent('ignored', { 'If-Match': '*' });
    expect(await remove(event, context)).toMatchObject({ statusCode: 204, body: '' });
    expect(deleted).toEqual([[7n, { accountId: 'acct_1', ifMatch: '*' }]]);
  });

  test('refuses an If-Match that is malformed before it deletes', async () => {
    deleted.length = 0;
    const result = await remove(patchEvent('', { 'If-Match': 'abc' }), context);
    expect(result.statusCode).toBe(400);
    expect(deleted).toEqual([]);
  });
});
