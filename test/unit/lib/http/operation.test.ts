import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import * as z from 'zod/mini';
import { contract } from '../../../../lib/http/contract.ts';
import { operation } from '../../../../lib/http/operation.ts';
import { createEvent } from '../../../support/events.ts';

const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

const common = {
  api: 'pets',
  tag: 'Pets',
  path: '/toys/{toyId}',
  summary: '',
  description: '',
  examples: {},
  errors: [],
  access: [],
} as const;

const patchToy = contract({
  ...common,
  operationId: 'patchToy',
  method: 'PATCH',
  request: {
    headers: z.object({ 'If-Match': z.optional(z.string()) }),
    body: z.object({ name: z.string() }),
    contentTypes: ['application/merge-patch+json', 'application/json'],
  },
  success: { status: 200, statusIfNew: 201, body: z.object({ match: z.string() }) },
});
const patch = operation(patchToy, async ({ headers }) => ({
  body: { match: headers['If-Match'] ?? 'none' },
  isNew: headers['If-Match'] === undefined,
}));

const send = (headers: Record<string, string>, type = 'application/merge-patch+json') =>
  patch(createEvent('{"name":"Ball"}', { headers: { ...headers, 'Content-Type': type } }), context);

describe('an operation', () => {
  test('reads the headers of its contract, however their names are written', async () => {
    for (const name of ['If-Match', 'if-match', 'IF-MATCH']) {
      const { statusCode, body } = await send({ [name]: '"1"' });
      expect([statusCode, body]).toEqual([200, '{"match":"\\"1\\""}']);
    }
  });

  test('reads a header that comes in several lines as one list', async () => {
    const event: APIGatewayProxyEvent = createEvent('{"name":"Ball"}', {
      headers: { 'Content-Type': 'application/json', 'If-Match': '"1"' },
    });
    event.multiValueHeaders['if-match'] = ['"2"', '"3"'];
    expect((await patch(event, context)).body).toBe('{"match":"\\"1\\", \\"2\\", \\"3\\""}');
  });

  test('takes the content types of its contract, and names them to who sends another', async () => {
    expect((await send({}, 'application/json')).statusCode).toBe(201);
    const { body } = await send({}, 'text/plain');
    expect(JSON.parse(body)).toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('application/merge-patch+json or application/json'),
    });
  });
});
