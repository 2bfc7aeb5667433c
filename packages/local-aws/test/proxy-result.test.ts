import { describe, expect, test } from '@jest/globals';
import { readProxyResult } from '../src/api-gateway/proxy-result.ts';

const replyTo = (result: unknown, accept?: string, binaryMediaTypes: string[] = []) => {
  return readProxyResult(JSON.stringify(result), accept, binaryMediaTypes);
};

describe('the check of a function result', () => {
  test('takes a status alone', () => {
    expect(replyTo({ statusCode: 204 })).toEqual({
      statusCode: 204,
      headers: [['Content-Type', 'application/json']],
      body: Buffer.alloc(0),
    });
  });

  test('takes headers of any scalar and lets multiValueHeaders win', () => {
    const reply = replyTo({
      statusCode: 200,
      headers: { 'content-type': 'text/plain', 'X-Count': 3, 'set-cookie': 'c' },
      multiValueHeaders: { 'Set-Cookie': ['a', 'b'] },
      body: 'hello',
    });
    expect(reply?.headers).toEqual([
      ['content-type', 'text/plain'],
      ['X-Count', '3'],
      ['Set-Cookie', 'a'],
      ['Set-Cookie', 'b'],
    ]);
    expect(reply?.body.toString()).toBe('hello');
  });

  test.each([
    ['null', null],
    ['a text', 'hello'],
    ['no status', { body: '' }],
    ['a status in words', { statusCode: '200' }],
    ['a status that is not whole', { statusCode: 200.5 }],
    ['a status that does not exist', { statusCode: 600 }],
    ['a status that is not final', { statusCode: 100 }],
    ['a body that is not text', { statusCode: 200, body: { id: 1 } }],
    ['a member it does not know', { statusCode: 200, cookies: [] }],
    ['a header that is not a scalar', { statusCode: 200, headers: { a: ['b'] } }],
    ['a header that HTTP forbids', { statusCode: 200, headers: { a: 'b\r\nc: d' } }],
  ])('calls %s malformed', (_, result) => {
    expect(replyTo(result)).toBeUndefined();
  });

  test('remaps the headers that the gateway keeps to itself, and drops those of the connection', () => {
    const headers = {
      'WWW-Authenticate': 'Bearer',
      Server: 'mine',
      'Content-Length': 5,
      'transfer-encoding': 'chunked',
      Location: '/pets/7',
    };
    expect(replyTo({ statusCode: 401, headers })?.headers).toEqual([
      ['Content-Type', 'application/json'],
      ['x-amzn-Remapped-WWW-Authenticate', 'Bearer'],
      ['x-amzn-Remapped-Server', 'mine'],
      ['x-amzn-Remapped-Content-Length', '5'],
      ['Location', '/pets/7'],
    ]);
  });

  test('decodes a base64 body only when the client accepts a binary media type first', () => {
    const result = { statusCode: 200, body: 'AP8=', isBase64Encoded: true };
    const body = (accept: string | undefined, types: string[]) =>
      replyTo(result, accept, types)?.body.toString('latin1');
    expect(body('image/png, */*', ['image/png'])).toBe('\x00\xff');
    expect(body('text/html, image/png', ['image/png'])).toBe('AP8=');
    expect(body(undefined, ['image/png'])).toBe('AP8=');
    expect(body(undefined, ['*/*'])).toBe('\x00\xff');
  });
});
