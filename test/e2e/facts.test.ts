import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { type CallOptions, call, serviceUnderTest } from '../support/client.ts';

// What the service assumes about API Gateway, by the page that documents it, or an issue of a repository where it was seen.

const GET_PET = '/pets/0';

/** Expects a status, or one with the code of an Error, or with the text if the answer is not one. */
const expectAnswer = async (expected: string, path: string, options?: CallOptions) => {
  const { status, text } = await call(path, options);
  const what = /"code":"(\w+)"/.exec(text)?.[1] ?? text;
  expect(expected.includes(' ') ? `${status} ${what}` : `${status}`).toBe(expected);
};

const post = (body: string | Buffer) => ({ method: 'POST', body });
const spaces = (bytes: number) => post(' '.repeat(bytes));
const longHeader = (bytes: number) => ({ headers: { 'X-Long': 'x'.repeat(bytes) } });

test('a slash at the end of a path makes no difference (aws-powertools/powertools-lambda-python#1552)', () =>
  expectAnswer('404 pet_not_found', `${GET_PET}/`));

test('what is not below the stage is refused in front of API Gateway (OWASP/Serverless-Goat#14)', () =>
  expectAnswer(
    '403 {"message":"Forbidden"}',
    new URL('/v0/pets', serviceUnderTest().baseUrl).href,
  ));

describe('Developer Guide, "Variables for data transformations for API Gateway"', () => {
  test.each([
    ['a function', {}],
    ['a gateway response', { key: null }],
  ])('%s names a request as API Gateway does', async (_what, options) => {
    const { headers } = await call(GET_PET, options);
    expect(headers.get('X-Request-Id')).toBe(headers.get('x-amzn-RequestId'));
  });

  test('a client may choose the request id', async () => {
    const id = randomUUID();
    const { headers } = await call(GET_PET, { headers: { 'x-amzn-RequestId': id } });
    expect(headers.get('X-Request-Id')).toBe(id);
  });
});

test('the extended request id is API Gateway’s own, and in every answer (AWS knowledge center, "Collect API Gateway extended request IDs")', async () => {
  const options = { headers: { 'x-amzn-RequestId': randomUUID() } };
  const answers = [await call(GET_PET, options), await call(GET_PET, options)];
  const ids = answers.map(({ headers }) => headers.get('x-amz-apigw-id') ?? 'none');
  expect(new Set([...ids, 'none']).size).toBe(3);
});

describe('Lambda and API Gateway Developer Guides, quotas; koki-develop/lgtm-generator#10', () => {
  test.each([
    ['a body of 4 MB reaches the function', '400 request_too_large', spaces(4_000_000)],
    // Sources differ on the texts of AWS's servers in front of API Gateway.
    ['a body over 6 MB as base64 is refused', '413', spaces(5_000_000)],
    ['a body over 10 MB is refused', '413', spaces(10_485_761)],
    ['headers of 9,000 bytes are taken', '200', longHeader(9000)],
    ['headers over 10,240 bytes are refused', '431', longHeader(10_240)],
  ])('%s', (_what, expected, options) => expectAnswer(expected, '/pets', options));
});

describe('Developer Guide, "Binary media types for REST APIs"; ministackorg/ministack#767', () => {
  test('bytes reach the function as they are, with a parameter after the type', () =>
    expectAnswer('400 invalid_json', '/pets', {
      ...post(Buffer.from('{"name":"\xff"}', 'latin1')),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    }));

  test('an answer is text, also where Accept names a binary type', async () => {
    const { text } = await call('/pets', { headers: { Accept: 'application/json' } });
    expect(text.at(0)).toBe('[');
  });
});

describe('Developer Guide, "Input format of a Lambda function for proxy integration"', () => {
  test.each([
    [
      'all values of a repeated parameter reach the function',
      '400 validation_failed',
      'limit=5&limit=5',
    ],
    ['a parameter without a value reaches it as an empty one', '400 validation_failed', 'limit='],
    ['escapes in a query are decoded before it', '200', 'status=%61vailable'],
  ])('%s', (_what, expected, query) => expectAnswer(expected, `/pets?${query}`));

  test('a client cannot change links by X-Forwarded headers', async () => {
    const { baseUrl } = serviceUnderTest();
    const other = baseUrl.startsWith('https:') ? 'http' : 'https';
    const headers = { 'X-Forwarded-Proto': other, 'X-Forwarded-Host': 'example.org' };
    const link = (await call(GET_PET, { headers })).headers.get('Link');
    expect(link).toContain(`<${baseUrl}/pets`);
  });
});
