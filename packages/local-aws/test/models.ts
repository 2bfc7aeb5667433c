import type { GatewayRequest } from '../src/api-gateway/gateway-message.ts';
import type { Authorizer, Method, Resource, RestApi } from '../src/api-gateway/rest-api.ts';
import type { LambdaFunction } from '../src/lambda/lambda-functions.ts';

/** A method on the function `pets`. */
export const method = (
  httpMethod: string,
  { timeoutMs = 29_000, ...changes }: Partial<Method> & { timeoutMs?: number } = {},
): Method => {
  const defaults = {
    httpMethod,
    authorizer: undefined,
    apiKeyRequired: false,
    integration: { kind: 'function', functionName: 'pets', timeoutMs } as const,
  };
  return { ...defaults, ...changes };
};

/** A resource by its path. */
export const resource = (path: string, ...methods: Method[]): Resource => {
  const byHttpMethod = new Map(methods.map((one) => [one.httpMethod, one]));
  return { id: `resource-of-${path}`, path, methods: byHttpMethod };
};

/** An API of stage `v1` without anything customised. */
export const restApi = (changes: Partial<RestApi> = {}): RestApi => {
  return {
    logicalId: 'Api',
    name: 'shop',
    id: 'abc123',
    stage: { name: 'v1', variables: {}, methodSettings: [] },
    binaryMediaTypes: [],
    resources: [],
    gatewayResponses: new Map(),
    ...changes,
  };
};

/** An authorizer on the function `authorizer`. */
export const tokenAuthorizer = (changes: Partial<Authorizer> = {}): Authorizer => {
  return {
    logicalId: 'Authorizer',
    functionName: 'authorizer',
    type: 'TOKEN',
    identitySources: [{ place: 'method.request.header', name: 'Authorization' }],
    validation: undefined,
    resultTtlSeconds: 300,
    ...changes,
  };
};

/** A GET of /v1/pets. */
export const gatewayRequest = (changes: Partial<GatewayRequest> = {}): GatewayRequest => {
  return {
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
  };
};

/** A function whose bundle is in a directory. */
export const lambdaFunction = (
  directory: string,
  changes: Partial<LambdaFunction> = {},
): LambdaFunction => {
  return {
    name: 'pets',
    directory,
    handler: 'index.handler',
    runtime: 'nodejs24.x',
    timeoutSeconds: 5,
    memorySize: 256,
    environment: {},
    ...changes,
  };
};
