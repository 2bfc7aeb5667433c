import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { printBy } from '../../lib/process/log.ts';
import { parseJson } from '../../lib/values/json.ts';

// Lines with figures and ids would fill the output of tests.
printBy((line, isWhole) => isWhole || console.error(line));

/** The parts of a request that a test sets; the rest is what API Gateway fills in. */
export interface EventOptions {
  readonly method?: string;
  readonly resource?: string;
  readonly path?: string;
  readonly pathParameters?: Record<string, string>;
  readonly query?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly domainName?: string;
  readonly prefix?: string;
  readonly accountId?: string;
  readonly keyId?: string;
}

const headersOf = (headers: Readonly<Record<string, string>>) => ({
  headers,
  multiValueHeaders: Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value]]),
  ),
});

/** A REST API's proxy event. */
export const proxyEvent = ({
  method = 'GET',
  resource = '/pets',
  path = resource,
  pathParameters,
  query,
  headers: sent = {},
  body,
  isBase64Encoded = false,
  domainName = 'api.example.com',
  prefix = '/v1',
  accountId = 'acct_1',
  keyId = 'key_0000000000000001',
}: EventOptions = {}): APIGatewayProxyEvent => ({
  ...headersOf({ 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https', ...sent }),
  resource,
  path,
  httpMethod: method,
  queryStringParameters: query
    ? Object.fromEntries(Object.entries(query).map(([name, values]) => [name, values.at(-1)]))
    : null,
  multiValueQueryStringParameters: query ?? null,
  pathParameters: pathParameters ?? null,
  stageVariables: null,
  body: body ?? null,
  isBase64Encoded,
  requestContext: {
    accountId: '000000000000',
    apiId: 'api',
    authorizer: { principalId: accountId, accountId, keyId },
    domainName,
    httpMethod: method,
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
      userAgent: null,
      userArn: null,
    },
    path: `${prefix}${path}`,
    protocol: 'HTTP/1.1',
    requestId: 'request-1',
    extendedRequestId: 'extended-1',
    requestTimeEpoch: 0,
    resourceId: 'resource',
    resourcePath: resource,
    stage: 'v1',
  },
});

/** A request that creates a pet. */
export const createEvent = (body: string, options: EventOptions = {}): APIGatewayProxyEvent =>
  proxyEvent({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
    ...options,
  });

/** A request for what a path names by an id: `itemEvent('PATCH', '/pets/{petId}', '7', { body })`. */
export const itemEvent = (
  method: string,
  resource: string,
  id: string,
  { headers = {}, ...options }: EventOptions = {},
): APIGatewayProxyEvent =>
  proxyEvent({
    method,
    resource,
    pathParameters: { [/\{(\w+)\}/.exec(resource)?.[1] ?? '']: id },
    headers: { 'Content-Type': 'application/json', ...headers },
    ...options,
  });

/** The context of an invocation with 10 seconds left. */
export const context = { getRemainingTimeInMillis: () => 10_000 } as Context;

/** Invokes a handler. The answer's body is read without loss. */
export const invoke = async (
  handler: (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>,
  event: APIGatewayProxyEvent,
) => {
  const { statusCode, headers = {}, body } = await handler(event, context);
  return { status: statusCode, headers, text: body, body: body === '' ? '' : parseJson(body) };
};

/** The query that `Link` names for the next page, as an event has it. Empty without a Link. */
export const nextQuery = (headers: APIGatewayProxyResult['headers'] = {}) => {
  const [, url] = /^<(.+)>; rel="next"$/.exec(String(headers['Link'] ?? '')) ?? [];
  const parameters = url === undefined ? [] : [...new URL(url).searchParams];
  return Object.fromEntries(parameters.map(([name, value]) => [name, [value]]));
};
