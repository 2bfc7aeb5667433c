import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { createPetHandler } from '../../../functions/create-pet/handler.ts';
import { listPetsHandler } from '../../../functions/list-pets/handler.ts';
import { INT64_MAX, INT64_MIN } from '../../../lib/values/int64.ts';
import { parseJson } from '../../../lib/values/json.ts';
import { createEvent, proxyEvent } from '../../support/events.ts';
import { OWNED } from '../../support/stored-pets.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const REX = { name: 'Rex', categoryId: 7n, status: 'available' } as const;
const asked: (readonly bigint[])[] = [];
const list = listPetsHandler({
  find: async (ids) => {
    asked.push(ids);
    return ids.filter((id) => id > 0n).map((id) => ({ ...OWNED, ...REX, id }));
  },
  list: async () => ({ items: [], next: undefined }),
});
const send = (query: Record<string, string[]>) => {
  asked.length = 0;
  return list(proxyEvent({ query }), context);
};

describe('listPets with ids', () => {
  test.each([
    ['7', [7n]],
    ['9,8,8', [9n, 8n, 8n]],
    [`${INT64_MAX},${INT64_MIN},0`, [INT64_MAX, INT64_MIN, 0n]],
    [Array.from({ length: 100 }, () => '7').join(), Array.from({ length: 100 }, () => 7n)],
  ])('asks for %s, and answers without a Link', async (text, ids) => {
    const { statusCode, headers } = await send({ ids: [text], unknown: ['x'] });
    expect(statusCode).toBe(200);
    expect(headers).not.toHaveProperty('Link');
    expect(asked).toEqual([ids]);
  });

  test('answers the ETag of the pet where it is asked for one, and no other', async () => {
    const { headers, body } = await send({ ids: ['7'] });
    expect(headers).toMatchObject({ ETag: `"${OWNED.revision}"` });
    expect(parseJson(body)).toEqual([{ id: 7n, ...REX }]);
    for (const ids of ['7,7', '7,8', '0']) {
      expect((await send({ ids: [ids] })).headers).not.toHaveProperty('ETag');
    }
  });

  test.each([
    ['none', ['']],
    ['a comma', [',']],
    ['a comma at the end', ['7,']],
    ['a word', ['abc']],
    ['a fraction', ['7.0']],
    ['a sign', ['+7']],
    ['a space', ['7, 8']],
    ['a leading zero', ['07']],
    ['one beyond int64', ['9223372036854775808']],
    ['101 of them', [Array.from({ length: 101 }, () => '7').join()]],
    ['them twice', ['7', '8']],
  ])('refuses %s', async (_what, ids) => {
    const { statusCode, body } = await send({ ids });
    expect(statusCode).toBe(400);
    expect(parseJson(body)).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^ids must /),
    });
    expect(asked).toEqual([]);
  });

  test.each([
    ['status', 'sold'],
    ['cursor', 'abc'],
  ])('refuses %s next to it', async (other, value) => {
    const { statusCode, body } = await send({ ids: ['7'], [other]: [value] });
    expect(statusCode).toBe(400);
    expect(parseJson(body)).toMatchObject({
      message: 'ids must come without status, categoryId and cursor.',
    });
  });

  test('takes a limit next to it, which generated clients send by default', async () => {
    const { statusCode } = await send({ ids: ['7'], limit: ['1'] });
    expect(statusCode).toBe(200);
    expect(asked).toEqual([[7n]]);
  });
});

describe('Location of a new pet', () => {
  const location = async (now: string) => {
    const create = createPetHandler(
      async (pet) => ({ item: { ...pet, id: 7n, revision: 'rev-1' }, replayed: false }),
      () => new Date(now),
    );
    const { headers } = await create(createEvent('{"name":"Rex","categoryId":7}'), context);
    return headers;
  };

  test.each([
    ['2030-12-04T23:59:59Z', '/v1/pets/7'],
    ['2030-12-05T00:00:00Z', '/v1/pets?ids=7'],
  ])('leads on %s to %s', async (now, expected) => {
    expect(await location(now)).toMatchObject({ Location: expected, ETag: '"rev-1"' });
  });

  test('takes what the document allows: 1 to 100 numbers of int64, as JSON writes them', async () => {
    const document = join(import.meta.dirname, '../../../infra/docs/openapi/openapi.json');
    const { parameters } = JSON.parse(readFileSync(document, 'utf8')).paths['/pets'].get;
    const found = parameters.find(({ name }: { name: string }) => name === 'ids');
    expect(found).toMatchObject({ style: 'form', explode: false });
    const { minItems, maxItems, items } = found.schema;
    expect(items).toMatchObject({ type: 'integer', format: 'int64' });
    const isInt64 = (text: string) =>
      /^(?:0|-?[1-9]\d*)$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text);
    const number = fc.oneof(
      fc.bigInt(INT64_MIN, INT64_MAX).map(String),
      fc.stringMatching(/^-?0{0,2}\d{0,19}$/),
      fc.constantFrom('0', '-0', '00', '007', '-07', '', '+1', '1e3', ' 1', `${INT64_MIN}`),
    );
    const lists = fc.array(number, { minLength: 1, maxLength: 102 });
    await fc.assert(
      fc.asyncProperty(lists, async (ids) => {
        const { statusCode } = await send({ ids: [ids.join()] });
        const allowed = ids.length >= minItems && ids.length <= maxItems && ids.every(isInt64);
        expect([ids, statusCode]).toEqual([ids, allowed ? 200 : 400]);
      }),
      { numRuns: 1000 },
    );
  });
});
