import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { allowedRequests, RefusedError } from '../../../../infra/local/engine/allowed-requests.ts';

const AUTHORIZATION = 'Authorization: AWS4-HMAC-SHA256 Credential=abc/20261122/us-east-1/dynamodb';

const requestOf = (headers: readonly string[], body = ''): string =>
  ['POST / HTTP/1.1', ...headers, `content-length: ${body.length}`, '', body].join('\r\n');

/** Sends bytes in pieces of a size, and gives what is passed on. */
const pass = async (sent: string, size = sent.length): Promise<string> => {
  const pieces = sent.match(new RegExp(`.{1,${size}}`, 'gs')) ?? [];
  const bytes = pieces.map((piece) => Buffer.from(piece, 'latin1'));
  const allowed = allowedRequests('abc');
  Readable.from(bytes)
    .once('error', (error) => allowed.destroy(error))
    .pipe(allowed);
  return (await buffer(allowed)).toString('latin1');
};

const fine = requestOf(['host: localhost:8000', AUTHORIZATION], '{"a":1}');
// A body that looks like a request is a body.
const nested = requestOf(['Host: 127.1.2.3', AUTHORIZATION], `x\r\n\r\n${requestOf([])}`);

describe('requests of one connection', () => {
  test.each([1, 2, 3, 7, 50, 10_000])(
    'are passed on as they came, in pieces of %i bytes',
    async (size) => {
      const all = `${fine}${nested}${fine}`;
      expect(await pass(all, size)).toBe(all);
    },
  );

  test.each([
    ['an origin', ['Host: localhost', AUTHORIZATION, 'Origin: https://example.com']],
    ['an origin in another case', ['Host: localhost', AUTHORIZATION, 'ORIGIN : null']],
    ['a host elsewhere', ['Host: example.com', AUTHORIZATION]],
    ['a host that begins like an address', ['Host: 127.0.0.1.example.com', AUTHORIZATION]],
    ['no host', [AUTHORIZATION]],
    ['two hosts', ['Host: localhost', 'Host: localhost', AUTHORIZATION]],
    ['no credentials', ['Host: localhost']],
    ['the credentials of others', ['Host: localhost', AUTHORIZATION.replace('abc', 'abd')]],
    ['longer credentials', ['Host: localhost', AUTHORIZATION.replace('abc', 'abcd')]],
    ['a length of its own making', ['Host: localhost', AUTHORIZATION, 'Content-Length: 0']],
    ['no length', ['Host: localhost', AUTHORIZATION, 'Transfer-Encoding: chunked']],
    [
      'an origin whose line ends by a line feed alone',
      ['Host: localhost', AUTHORIZATION, 'Origin: null\nX: y'],
    ],
    [
      'a line that ends by a carriage return alone',
      ['Host: localhost', AUTHORIZATION, 'Origin: null\rX: y'],
    ],
    ['a line feed before its lines', ['Host: localhost', AUTHORIZATION, '\nX: y']],
    ['endless headers', ['Host: localhost', AUTHORIZATION, `X: ${'x'.repeat(40_000)}`]],
  ])('with %s end it, also after one that is allowed', async (_what, headers) => {
    for (const sent of [requestOf(headers), `${fine}${requestOf(headers)}`]) {
      await expect(pass(sent, 20_000)).rejects.toBeInstanceOf(RefusedError);
    }
  });
});
