import { expect, test } from '@jest/globals';
import type { GatewayRequest } from '../../../../infra/local/gateway/message.ts';
import { createProxyEvent } from '../../../../infra/local/gateway/proxy-event.ts';

const allowed = { principal: { principalId: 'ann', keyId: 'key-1' }, usageKey: 'usage-1' };

const eventOf = (changes: Partial<GatewayRequest> = {}, pathParameters = {}) =>
  createProxyEvent(
    'pets',
    {
      requestId: 'request-1',
      extendedRequestId: 'extended-1',
      receivedAt: Date.UTC(2026, 3, 9, 12, 34, 56),
      httpMethod: 'GET',
      path: '/v1/pets',
      queryString: '',
      headers: [['Host', 'localhost:3000']],
      body: Buffer.alloc(0),
      sourceIp: '127.0.0.1',
      port: 3000,
      protocol: 'HTTP/1.1',
      ...changes,
    },
    '/pets',
    { resource: '/pets', contract: undefined, pathParameters },
    allowed,
  );

test('an event has null where there is nothing, and describes the request in its context', () => {
  const event = eventOf();
  expect(event).toMatchObject({
    path: '/pets',
    resource: '/pets',
    body: null,
    isBase64Encoded: false,
    pathParameters: null,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    stageVariables: null,
    requestContext: {
      apiId: 'pets',
      authorizer: { principalId: 'ann', keyId: 'key-1' },
      domainName: 'localhost:3000',
      extendedRequestId: 'extended-1',
      httpMethod: 'GET',
      identity: { apiKey: 'usage-1', sourceIp: '127.0.0.1', userAgent: null },
      path: '/v1/pets',
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTime: '09/Apr/2026:12:34:56 +0000',
      requestTimeEpoch: 1775738096000,
      resourcePath: '/pets',
      stage: 'v1',
    },
  });
});

test('a parameter and a header have all their values, and their last one', () => {
  const event = eventOf({
    queryString: 'tag=a&tag=b%20c&empty=',
    headers: [
      ['X-Tag', 'a'],
      ['X-Tag', 'b'],
    ],
  });
  expect(event.queryStringParameters).toEqual({ tag: 'b c', empty: '' });
  expect(event.multiValueQueryStringParameters).toEqual({ tag: ['a', 'b c'], empty: [''] });
  expect(event.headers).toMatchObject({ 'X-Tag': 'b' });
  expect(event.multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b'] });
  expect(eventOf({}, { id: '7' }).pathParameters).toEqual({ id: '7' });
});
