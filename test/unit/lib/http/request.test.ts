import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { createPet } from '../../../../functions/create-pet/contract.ts';
import { listPets } from '../../../../functions/list-pets/contract.ts';
import { MAX_BODY_BYTES, parseRequest } from '../../../../lib/http/request.ts';
import { basePath, baseUrl, requestUrl } from '../../../../lib/http/request-url.ts';
import { IdempotencyKey } from '../../../../lib/idempotency/idempotency-key.ts';
import { createEvent, proxyEvent } from '../../../support/events.ts';

const REX = '{"name":"Rex","categoryId":7}';

const refusal = (event: APIGatewayProxyEvent): unknown => {
  try {
    return parseRequest(createPet, event);
  } catch (error) {
    return error;
  }
};

describe('a body', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/json;',
  ])('is read with the content type %s', (type) => {
    const event = proxyEvent({ body: REX, headers: { 'content-type': type } });
    expect(parseRequest(createPet, event).body.name).toBe('Rex');
  });

  test.each([
    'text/plain',
    'application/jsonp',
    'application/merge-patch+json',
    '',
    '; application/json',
  ])('is refused with the content type "%s"', (type) => {
    const event = createEvent(REX, { headers: { 'Content-Type': type } });
    expect(refusal(event)).toMatchObject({ code: 'unsupported_media_type' });
  });

  test.each(['', '{', '{"name":"Rex",}', "{'name':'Rex'}", '\ufeff{}', 'NaN'])(
    'is refused as %j is not JSON, and is not quoted',
    (body) => {
      expect(refusal(createEvent(body))).toMatchObject({
        code: 'invalid_json',
        message:
          'The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.',
      });
    },
  );

  test('may be nested 500 levels deep, and is refused with the reason from there on', () => {
    const brackets = JSON.stringify('['.repeat(600));
    const nested = (levels: number) =>
      createEvent(
        `{"name":"Rex","categoryId":7,"y":${brackets},"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`,
      );
    expect(parseRequest(createPet, nested(500)).body.name).toBe('Rex');
    for (const levels of [501, 7000]) {
      const message = 'The JSON is nested too deeply: use 500 levels at most.';
      expect(refusal(nested(levels))).toMatchObject({ code: 'invalid_json', message });
    }
  });

  test('is read from base64, and refused if that is not UTF-8', () => {
    const encoded = (bytes: Buffer) =>
      createEvent(bytes.toString('base64'), { isBase64Encoded: true });
    expect(parseRequest(createPet, encoded(Buffer.from(REX))).body.categoryId).toBe(7n);
    const malformed = encoded(Buffer.from([0x22, 0xff, 0x22]));
    expect(refusal(malformed)).toMatchObject({ code: 'invalid_json' });
  });

  test('may be 16 KB long, counted in bytes, and no longer', () => {
    const padded = (bytes: number) =>
      createEvent(`{"name":"é","categoryId":1,"x":"${'x'.repeat(bytes - 35)}"}`);
    expect(Buffer.byteLength(padded(MAX_BODY_BYTES).body ?? '')).toBe(MAX_BODY_BYTES);
    expect(parseRequest(createPet, padded(MAX_BODY_BYTES)).body.name).toBe('é');
    expect(refusal(padded(MAX_BODY_BYTES + 1))).toMatchObject({ code: 'request_too_large' });
  });
});

describe('an idempotency key', () => {
  const withKeys = (...keys: string[]) => ({
    ...createEvent(REX),
    multiValueHeaders: { 'content-type': ['application/json'], 'idempotency-KEY': keys },
  });

  test('belongs to the account that the authorizer named', () => {
    const { idempotency } = parseRequest(createPet, withKeys('"one"'));
    expect(idempotency).toEqual({ accountId: 'acct_1', key: 'one' });
  });

  test('is refused where it is repeated', () => {
    const spelledTwice = withKeys('one');
    Object.assign(spelledTwice.multiValueHeaders, { 'Idempotency-Key': ['other'] });
    const message = expect.stringMatching(/^Idempotency-Key must be .+ given once\.$/);
    for (const event of [withKeys('one', 'one'), spelledTwice])
      expect(refusal(event)).toMatchObject({ code: 'validation_failed', message });
  });

  test('is not looked at where an operation takes none', () => {
    const event = { ...proxyEvent(), multiValueHeaders: { 'Idempotency-Key': ['two words'] } };
    expect(parseRequest(listPets, event).idempotency).toBeUndefined();
  });

  test('fails, and is nobody’s, where no authorizer named an account', () => {
    const event = withKeys('one');
    event.requestContext.authorizer = null;
    expect(refusal(event)).not.toHaveProperty('code');
  });

  test.each([
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"8e03978e-40d5-43dd-bc93-6894a57f9324"', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['x', 'x'],
    ['"x"', 'x'],
    ['a"b\\', 'a"b\\'],
    ['"a\\"b\\\\"', 'a"b\\'],
    ['!~', '!~'],
    ['k'.repeat(255), 'k'.repeat(255)],
    [`"${'\\"'.repeat(255)}"`, '"'.repeat(255)],
  ])('sent as %s is %s', (sent, key) => {
    expect(IdempotencyKey.parse(sent)).toBe(key);
  });

  const QUOTES = ['""', '"', '"open', '"closed" too early"', '"a\\b"'];
  const CHARACTERS = ['with space', '"with space"', 'tab\t', 'line\n', 'ümlaut', '\u007f'];
  const LENGTHS = ['', 'k'.repeat(256), `"${'k'.repeat(256)}"`];
  test.each([...QUOTES, ...CHARACTERS, ...LENGTHS, ['given', 'twice']])('is never %j', (sent) => {
    const { success, error } = IdempotencyKey.safeParse(sent);
    expect(success).toBe(false);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Idempotency-Key must be 1 to 255 visible ASCII characters/),
    ]);
  });
});

test.each([
  ['https', '/orders/7/cancel', '/v1', 'https'],
  ['http', '/orders/7/cancel', '/v1', 'http'],
  ['ftp', '/orders/7/cancel', '/v1', 'https'],
  ['https', '/orders/7/cancel', '', 'https'],
  // A slash at the end is left out.
  ['https', '/orders/7/cancel/', '/v1', 'https'],
])('a request over %s for %s below "%s" has an address that begins with %s', (...row) => {
  const [proto, path, prefix, scheme] = row;
  const headers = { 'X-Forwarded-Proto': proto };
  const event = proxyEvent({ resource: '/orders/{orderId}/cancel', path, prefix, headers });
  const base = `${scheme}://api.example.com${prefix}`;
  const addresses = [basePath(event), baseUrl(event), requestUrl(event)];
  expect(addresses).toEqual([prefix, base, `${base}/orders/7/cancel`]);
});
