import { JSON_ONLY } from '../../../lib/http/contract.ts';
import { STAGE_NAME } from '../../stacks/names.ts';
import type { Allowed } from './authorizer.ts';
import { type GatewayRequest, type Header, headerValue } from './message.ts';
import type { Route } from './router.ts';

/** The AWS account that the local server says it is in. */
export const LOCAL_ACCOUNT = '000000000000';

/**
 * The event that a function gets for a request, without the identity of callers that sign with AWS credentials.
 * API Gateway Developer Guide, "Input format of a Lambda function for proxy integration".
 * @param path the request's path without its stage
 */
export const createProxyEvent = (
  apiId: string,
  request: GatewayRequest,
  path: string,
  { resource, contract, pathParameters }: Route,
  { principal, usageKey }: Allowed,
) => {
  const headers = forwardedHeaders(request);
  const query = [...new URLSearchParams(request.queryString)];
  const contentTypes = contract?.request.contentTypes ?? JSON_ONLY;
  const mediaType = headerValue(headers, 'Content-Type')?.split(/[,;]/, 1)[0]?.trim().toLowerCase();
  // As the stacks' binaryMediaTypes say: bytes that are not UTF-8 must reach the function.
  const isBase64Encoded = request.body.length > 0 && contentTypes.includes(mediaType ?? '');
  const body = request.body.toString(isBase64Encoded ? 'base64' : 'utf8');
  const domainName = headerValue(headers, 'Host') ?? '';
  return {
    resource,
    path,
    httpMethod: request.httpMethod,
    headers: Object.fromEntries(headers),
    multiValueHeaders: allValues(headers),
    queryStringParameters: orNull(Object.fromEntries(query)),
    multiValueQueryStringParameters: orNull(allValues(query)),
    pathParameters: orNull({ ...pathParameters }),
    stageVariables: null,
    requestContext: {
      accountId: LOCAL_ACCOUNT,
      apiId,
      authorizer: { ...principal, integrationLatency: 0 },
      domainName,
      domainPrefix: domainName.split('.', 1)[0],
      extendedRequestId: request.extendedRequestId,
      httpMethod: request.httpMethod,
      identity: {
        apiKey: usageKey,
        sourceIp: request.sourceIp,
        userAgent: headerValue(headers, 'User-Agent') ?? null,
      },
      path: request.path,
      protocol: request.protocol,
      requestId: request.requestId,
      requestTime: requestTime(request.receivedAt),
      requestTimeEpoch: request.receivedAt,
      resourceId: resource,
      resourcePath: resource,
      stage: STAGE_NAME,
    },
    body: body === '' ? null : body,
    isBase64Encoded,
  };
};

/** As `$context.requestTime`, in CLF: `09/Apr/2015:12:34:56 +0000`. */
const requestTime = (epochMs: number): string => {
  const [, day, month, year, time] = new Date(epochMs).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
};

/** The gateway sets these headers. */
const forwardedHeaders = ({ headers, sourceIp, port }: GatewayRequest): readonly Header[] => [
  ...headers.filter(([name]) => !/^x-forwarded-(for|port|proto)$/i.test(name)),
  ['X-Forwarded-For', sourceIp],
  ['X-Forwarded-Port', String(port)],
  ['X-Forwarded-Proto', 'http'],
];

const allValues = (pairs: readonly Header[]): Record<string, string[]> => {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    groups.entries().map(([name, group]) => [name, group.map(([, value]) => value)]),
  );
};

const orNull = <Values extends object>(values: Values): Values | null =>
  Object.keys(values).length === 0 ? null : values;
