import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { printBy } from '../../lib/process/log.ts';
import { parseJson } from '../../lib/values/json.ts';

// Lines with figures and ids would fill the output of tests.
printBy((line, isWhole) => isWhole || console.error(line));

export interface Caller {
  readonly accountId?: string;
  readonly keyId?: string;
}

/** The parts of a request that a test sets. */
interface EventOptions extends Caller {
  readonly method?: string;
  readonly resource?: string;
  readonly path?: string;
  readonly pathParameters?: Record<string, string>;
  readonly query?: Record<string, string[]>;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly prefix?: string;
}

/** Values as the event has them, where each may come several times. */
export const inLists = (values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

/** A REST API's proxy event. */
export const proxyEvent = ({
  method = 'GET',
  resource = '/pets',
  path = resource,
  query,
  pathParameters,
  headers: sent = {},
  body,
  isBase64Encoded = false,
  prefix = '/v1',
  accountId = 'acct_1',
  keyId = 'key_0000000000000001',
}: EventOptions = {}): APIGatewayProxyEvent => {
  const headers = { 'X-Forwarded-For': '203.0.113.7', 'X-Forwarded-Proto': 'https', ...sent };
  return {
    headers,
    multiValueHeaders: inLists(headers),
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
      domainName: 'api.example.com',
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
  };
};

const JSON_TYPE = { 'Content-Type': 'application/json' };

/** A request that creates something. */
export const createEvent = (body: string, { headers = {}, ...options }: EventOptions = {}) =>
  proxyEvent({ method: 'POST', headers: { ...JSON_TYPE, ...headers }, body, ...options });

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
    headers: { ...JSON_TYPE, ...headers },
    ...options,
  });

/** The context of an invocation with a minute left: a busy machine must not end it. */
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

/** A function behind API Gateway. */
export type Handler = (
  event: APIGatewayProxyEvent,
  context: Context,
) => Promise<APIGatewayProxyResult>;

/** Invokes a handler. The answer's body is read without loss; it is undefined if there is none. */
export const invoke = async (handler: Handler, event: APIGatewayProxyEvent) => {
  const { statusCode, headers = {}, body: text } = await handler(event, context);
  return { status: statusCode, headers, text, body: text ? parseJson(text) : undefined };
};
