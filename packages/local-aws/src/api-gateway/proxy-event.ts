import type { APIGatewayEventIdentity, APIGatewayProxyEvent } from 'aws-lambda';
import { accountId } from '../cloudformation/physical-ids.ts';
import type { Authorization } from './authorizer.ts';
import { type GatewayRequest, type Header, headerValue } from './gateway-message.ts';
import { isBinary } from './media-types.ts';
import { formatRequestTime } from './request-time.ts';
import type { RestApi } from './rest-api.ts';
import type { Route } from './router.ts';

type MatchedRoute = Extract<Route, { kind: 'method' }>;
type Allowed = Extract<Authorization, { kind: 'allowed' }>;

/**
 * The event that a function gets for a request. `path` is the request's path without its stage.
 * API Gateway Developer Guide, "Input format of a Lambda function for proxy integration".
 */
export const createProxyEvent = (
  api: RestApi,
  request: GatewayRequest,
  path: string,
  route: MatchedRoute,
  authorization: Allowed | undefined,
): APIGatewayProxyEvent => {
  const headers = forwardedHeaders(request);
  const query = [...new URLSearchParams(request.queryString)];
  const isBase64Encoded =
    request.body.length > 0 && isBinary(api.binaryMediaTypes, headerValue(headers, 'Content-Type'));
  const body = request.body.toString(isBase64Encoded ? 'base64' : 'utf8');
  return {
    resource: route.resource.path,
    path,
    httpMethod: request.httpMethod,
    headers: lastValues(headers),
    multiValueHeaders: allValues(headers),
    queryStringParameters: orNull(lastValues(query)),
    multiValueQueryStringParameters: orNull(allValues(query)),
    pathParameters: orNull({ ...route.pathParameters }),
    stageVariables: orNull({ ...api.stage.variables }),
    requestContext: requestContext(api, request, route, authorization),
    body: body === '' ? null : body,
    isBase64Encoded,
  };
};

const requestContext = (
  api: RestApi,
  request: GatewayRequest,
  route: MatchedRoute,
  authorization: Allowed | undefined,
): APIGatewayProxyEvent['requestContext'] => {
  const domainName = headerValue(request.headers, 'Host') ?? '';
  return {
    accountId,
    apiId: api.id,
    authorizer: authorization && {
      ...authorization.principal,
      integrationLatency: authorization.integrationLatency,
    },
    domainName,
    domainPrefix: domainName.split('.', 1)[0],
    extendedRequestId: request.extendedRequestId,
    httpMethod: request.httpMethod,
    identity: {
      ...anonymous,
      ...(route.method.apiKeyRequired && { apiKey: authorization?.usageKey ?? null }),
      sourceIp: request.sourceIp,
      userAgent: headerValue(request.headers, 'User-Agent') ?? null,
    },
    path: request.path,
    protocol: request.protocol,
    requestId: request.requestId,
    requestTime: formatRequestTime(request.receivedAt),
    requestTimeEpoch: request.receivedAt,
    resourceId: route.resource.id,
    resourcePath: route.resource.path,
    stage: api.stage.name,
  };
};

const anonymous: Omit<APIGatewayEventIdentity, 'sourceIp' | 'userAgent'> = {
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
  user: null,
  userArn: null,
};

/** The gateway sets these headers. Only X-Forwarded-For keeps the client's value, in front. */
const forwardedHeaders = ({ headers, sourceIp, port }: GatewayRequest): Header[] => {
  const earlier = headerValue(headers, 'X-Forwarded-For');
  return [
    ...spelledAlike(headers).filter(([name]) => !/^x-forwarded-(for|port|proto)$/i.test(name)),
    ['X-Forwarded-For', earlier ? `${earlier}, ${sourceIp}` : sourceIp],
    ['X-Forwarded-Port', String(port)],
    ['X-Forwarded-Proto', 'http'],
  ];
};

/** Header names ignore case, so a name in several spellings gets its last one. */
const spelledAlike = (headers: readonly Header[]): Header[] => {
  const spelling = new Map(headers.map(([name]) => [name.toLowerCase(), name]));
  return headers.map(([name, value]) => [spelling.get(name.toLowerCase()) ?? name, value]);
};

const allValues = (pairs: readonly Header[]): Record<string, string[]> => {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    groups.entries().map(([name, group]) => [name, group.map(([, value]) => value)]),
  );
};

const lastValues = (pairs: readonly Header[]): Record<string, string> => {
  return Object.fromEntries(pairs);
};

const orNull = <Values extends object>(values: Values): Values | null => {
  return Object.keys(values).length === 0 ? null : values;
};
