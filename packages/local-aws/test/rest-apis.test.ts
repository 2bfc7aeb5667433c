import { describe, expect, test } from '@jest/globals';
import { readRestApis } from '../src/api-gateway/rest-apis.ts';
import type { StackTemplate } from '../src/cloudformation/template.ts';
import { readFunctions } from '../src/lambda/lambda-functions.ts';
import { shopResources, shopTemplate } from './assembly.ts';

const changed = (logicalId: string, changes: object) => {
  const declared = shopResources[logicalId];
  const Properties = { ...declared?.Properties, ...changes };
  return shopTemplate({
    ...shopResources,
    [logicalId]: { Type: declared?.Type ?? '', Properties },
  });
};

describe('the reader of REST APIs', () => {
  test('reads every API of the stack, each with its own resources', () => {
    const apis = readRestApis(shopTemplate(shopResources));
    expect(apis.map(({ id, stage }) => [id, stage.name])).toEqual([
      ['pi0a1b2c3d', 'v1'],
      ['pi9f8e7d6c', 'v2'],
    ]);
    expect(apis.map(({ resources }) => resources.map(({ path }) => path))).toEqual([
      ['/', '/pets', '/pets/{id}'],
      ['/'],
    ]);
  });

  test('reads methods with their function, time limit and authorizer', () => {
    const [staff, open] = readRestApis(shopTemplate(shopResources));
    expect(staff?.resources[2]?.methods.get('GET')).toEqual({
      httpMethod: 'GET',
      authorizer: {
        logicalId: 'Authorizer',
        type: 'TOKEN',
        functionName: 'shop-AuthorizerFunction',
        identitySources: [{ place: 'method.request.header', name: 'X-Token' }],
        validation: /^(?:Bearer \w+)$/,
        resultTtlSeconds: 300,
      },
      apiKeyRequired: true,
      integration: { kind: 'function', functionName: 'shop-PetsFunction', timeoutMs: 5000 },
    });
    expect(open?.resources[0]?.methods.get('GET')).toMatchObject({
      authorizer: undefined,
      apiKeyRequired: false,
      integration: { timeoutMs: 29_000 },
    });
  });

  test('reads throttling, binary media types and gateway responses', () => {
    const [staff, open] = readRestApis(shopTemplate(shopResources));
    expect(staff?.stage.methodSettings).toEqual([
      { resourcePath: '/*', httpMethod: '*', rateLimit: 10, burstLimit: 20 },
      { resourcePath: '/pets/{id}', httpMethod: 'GET', rateLimit: 1, burstLimit: undefined },
      { resourcePath: '/pets', httpMethod: 'POST', rateLimit: 2, burstLimit: 3 },
    ]);
    expect(staff?.binaryMediaTypes).toEqual(['image/*']);
    expect([...(staff?.gatewayResponses ?? [])]).toEqual([
      [
        'DEFAULT_4XX',
        {
          statusCode: 422,
          headers: { 'X-Request-Id': 'context.requestId' },
          templates: { 'application/json': '{}' },
        },
      ],
    ]);
    expect(open?.gatewayResponses.size).toBe(0);
  });

  test('reads the functions that the APIs use, and no others', () => {
    const template = shopTemplate(shopResources);
    const functions = readFunctions(template, readRestApis(template));
    expect(functions.map(({ name }) => name)).toEqual([
      'shop-PetsFunction',
      'shop-AuthorizerFunction',
    ]);
    expect(functions[0]).toMatchObject({
      directory: expect.stringMatching(/asset\.c0de$/),
      handler: 'index.handler',
      timeoutSeconds: 10,
      memorySize: 256,
      environment: { TABLE_NAME: 'shop-Pets' },
    });
  });

  /** Why a method is not served. */
  const reasonOf = (template: StackTemplate, httpMethod = 'GET') => {
    const methods = readRestApis(template).flatMap(({ resources }) =>
      resources.flatMap((resource) => resource.methods.get(httpMethod) ?? []),
    );
    return methods.flatMap(({ integration }) =>
      integration.kind === 'not-emulated' ? integration.reason : [],
    );
  };

  const mock = (response: object) => ({
    Integration: { Type: 'MOCK', IntegrationResponses: [{ StatusCode: '200', ...response }] },
  });

  test.each([
    ['an integration over HTTP', 'OpenMethod', { Integration: { Type: 'HTTP' } }],
    ['an authorization that is not CUSTOM', 'PetMethod', { AuthorizationType: 'AWS_IAM' }],
    ['a method without its authorizer', 'PetMethod', { AuthorizerId: 'other' }],
    ['a function of another stack', 'OpenMethod', { Integration: { Type: 'AWS_PROXY', Uri: 'x' } }],
    ['an authorizer of another type', 'Authorizer', { Type: 'COGNITO_USER_POOLS' }],
    ['an identity source in the body', 'Authorizer', { IdentitySource: 'method.request.body.x' }],
    ['an API key that the client is to send', 'OpenMethod', { ApiKeyRequired: true }],
    ['a mock that computes its body', 'OpenMethod', mock({ ResponseTemplates: { 'a/b': '$x' } })],
    ['a mock that maps a header', 'OpenMethod', mock({ ResponseParameters: { 'a.b.X': 'c.d' } })],
  ])('serves all but a method with %s, and says which it is', (_, logicalId, changes) => {
    const reasons = reasonOf(changed(logicalId, changes));
    expect(reasons).toEqual([expect.stringContaining(logicalId)]);
  });

  test.each([
    ['an unknown gateway response', 'ClientError', { ResponseType: 'TEAPOT' }],
    ['a header it cannot map', 'ClientError', { ResponseParameters: { x: 'context.y' } }],
  ])('refuses %s and names the resource', (_, logicalId, changes) => {
    expect(() => readRestApis(changed(logicalId, changes))).toThrow(
      expect.objectContaining({
        name: 'TemplateError',
        message: expect.stringContaining(logicalId),
      }),
    );
  });

  test('serves a method that no function of the stack answers, and says what invokes it', () => {
    expect(reasonOf(changed('PetsLive', { FunctionName: 'other' }))).toEqual([
      expect.stringContaining('PetMethod: no function of this stack'),
    ]);
  });

  test('reads what leaves out names: an API, and a setting of all methods', () => {
    const [, api] = readRestApis(changed('OpenApi9F8E7D6C', { Name: undefined }));
    expect(api?.name).toBe('OpenApi9F8E7D6C');
    const MethodSettings = [{ ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 }];
    const [, open] = readRestApis(changed('OpenStage', { MethodSettings }));
    expect(open?.stage.methodSettings).toEqual([
      { resourcePath: '/*', httpMethod: '*', rateLimit: 1, burstLimit: 2 },
    ]);
  });

  test('names a function with a variable that is not text, and reads the others', () => {
    const template = changed('PetsFunction', { Environment: { Variables: { LIST: ['a'] } } });
    const functions = readFunctions(template, readRestApis(template));
    expect(functions).toEqual([
      { name: 'shop-PetsFunction', reason: expect.stringMatching(/PetsFunction: .*\n.*LIST/) },
      expect.objectContaining({ name: 'shop-AuthorizerFunction', environment: {} }),
    ]);
  });

  test('reads an API once for each of its stages', () => {
    const template = changed('OpenStage', { RestApiId: { Ref: 'StaffApi0A1B2C3D' } });
    const stages = readRestApis(template).map(({ name, stage }) => [name, stage.name]);
    expect(stages).toEqual([
      ['Staff', 'v1'],
      ['Staff', 'v2'],
    ]);
  });
});
