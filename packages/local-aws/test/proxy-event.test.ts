import { describe, expect, test } from '@jest/globals';
import type { GatewayRequest } from '../src/api-gateway/gateway-message.ts';
import { createProxyEvent } from '../src/api-gateway/proxy-event.ts';
import { gatewayRequest, method, resource, restApi } from './models.ts';

const route = {
  kind: 'method',
  resource: resource('/pets'),
  method: method('GET'),
  pathParameters: {},
} as const;

const eventOf = (changes: Partial<GatewayRequest>, binaryMediaTypes: string[] = []) => {
  const api = restApi({ binaryMediaTypes });
  return createProxyEvent(api, gatewayRequest(changes), '/pets', route, undefined);
};

describe('the proxy event', () => {
  test('has null where there is nothing', () => {
    expect(eventOf({})).toMatchObject({
      body: null,
      isBase64Encoded: false,
      pathParameters: null,
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      stageVariables: null,
    });
  });

  test('has the path without the stage, and with it in its context', () => {
    const event = eventOf({});
    expect([event.path, event.resource]).toEqual(['/pets', '/pets']);
    expect(event.requestContext).toMatchObject({ path: '/v1/pets', resourcePath: '/pets' });
  });

  test('has every value of a query parameter, and the last one', () => {
    const event = eventOf({ queryString: 'tag=a&tag=b%20c&limit=5&empty=' });
    expect(event.queryStringParameters).toEqual({ tag: 'b c', limit: '5', empty: '' });
    expect(event.multiValueQueryStringParameters).toEqual({
      tag: ['a', 'b c'],
      limit: ['5'],
      empty: [''],
    });
  });

  test('has every value of a header as it was spelt, and the last one', () => {
    const event = eventOf({
      headers: [
        ['Host', 'localhost:3000'],
        ['X-Tag', 'a'],
        ['X-Tag', 'b'],
      ],
    });
    expect(event.headers).toMatchObject({ Host: 'localhost:3000', 'X-Tag': 'b' });
    expect(event.multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b'] });
  });

  test('takes a header in two spellings for one', () => {
    const event = eventOf({
      headers: [
        ['x-tag', 'a'],
        ['X-Tag', 'b'],
      ],
    });
    expect(event.multiValueHeaders).toMatchObject({ 'X-Tag': ['a', 'b'] });
    expect(event.headers).not.toHaveProperty('x-tag');
  });

  test('says itself how the request came in', () => {
    const event = eventOf({
      headers: [
        ['x-forwarded-proto', 'https'],
        ['x-forwarded-port', '443'],
        ['x-forwarded-for', '10.0.0.1'],
      ],
    });
    expect(event.headers).toEqual({
      'X-Forwarded-For': '10.0.0.1, 127.0.0.1',
      'X-Forwarded-Port': '3000',
      'X-Forwarded-Proto': 'http',
    });
  });

  test('has a text body as it is', () => {
    const event = eventOf({ body: Buffer.from('{"name":"Mímí"}') }, ['image/*']);
    expect(event).toMatchObject({ body: '{"name":"Mímí"}', isBase64Encoded: false });
  });

  test.each(['image/png', 'Image/PNG; q=1'])('has a body of %s in base64', (contentType) => {
    const headers = [['content-type', contentType]] as const;
    const event = eventOf({ headers, body: Buffer.from([0, 255]) }, ['image/*']);
    expect(event).toMatchObject({ body: 'AP8=', isBase64Encoded: true });
  });

  test('has the path parameters and the authorizer', () => {
    const event = createProxyEvent(
      restApi(),
      gatewayRequest(),
      '/pets/7',
      { ...route, pathParameters: { id: '7' } },
      {
        kind: 'allowed',
        principal: { principalId: 'ann', role: 'staff' },
        usageKey: undefined,
        integrationLatency: 4,
      },
    );
    expect(event.pathParameters).toEqual({ id: '7' });
    expect(event.requestContext.authorizer).toEqual({
      principalId: 'ann',
      role: 'staff',
      integrationLatency: 4,
    });
  });

  test('describes the request in its context', () => {
    const headers = [
      ['Host', 'localhost:3000'],
      ['User-Agent', 'jest'],
    ] as const;
    const { requestContext } = eventOf({ headers });
    expect(JSON.parse(JSON.stringify(requestContext))).toEqual({
      accountId: '000000000000',
      apiId: 'abc123',
      domainName: 'localhost:3000',
      domainPrefix: 'localhost:3000',
      extendedRequestId: 'extended-1',
      httpMethod: 'GET',
      identity: {
        accessKey: null,
        accountId: null,
        apiKey: null,
        apiKeyId: null,
        caller: null,
        clientCert: null,
        cognitoAuthenticationProvider: null,
        cognitoAuthenticationType: null,
        cognitoIdentityId: null,
        cognitoIdentityPoolId: null,
        principalOrgId: null,
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'jest',
        userArn: null,
      },
      path: '/v1/pets',
      protocol: 'HTTP/1.1',
      requestId: 'request-1',
      requestTime: '09/Apr/2026:12:34:56 +0000',
      requestTimeEpoch: 1775738096000,
      resourceId: 'resource-of-/pets',
      resourcePath: '/pets',
      stage: 'v1',
    });
  });
});
