import { JSON_ONLY } from '../../../lib/http/contract.ts';
import type { Allowed } from './authorizer.ts';
import { type GatewayRequest, type Header, headerValue } from './message.ts';
import type { Route } from './router.ts';

/**
 * What functions read of the event that they get for a request.
 * API Gateway Developer Guide, "Input format of a Lambda function for proxy integration".
 */
export const createProxyEvent = (
  { httpMethod, path, queryString, headers, body, requestId, extendedRequestId }: GatewayRequest,
  { resource, contract, pathParameters }: Route,
  authorizer: Allowed,
) => {
  const contentTypes = contract?.request.contentTypes ?? JSON_ONLY;
  const mediaType = headerValue(headers, 'Content-Type')?.split(/[,;]/, 1)[0]?.trim().toLowerCase();
  // As the stacks' binaryMediaTypes say: bytes that are not UTF-8 must reach the function.
  const isBase64Encoded = body.length > 0 && contentTypes.includes(mediaType ?? '');
  const domainName = headerValue(headers, 'Host') ?? '';
  return {
    resource,
    httpMethod,
    headers: { 'X-Forwarded-Proto': 'http' },
    multiValueHeaders: allValues(headers),
    multiValueQueryStringParameters: allValues([...new URLSearchParams(queryString)]),
    pathParameters,
    requestContext: { authorizer, domainName, path, requestId, extendedRequestId },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
};

const allValues = (pairs: readonly Header[]): Record<string, string[]> => {
  const groups = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    groups.entries().map(([name, group]) => [name, group.map(([, value]) => value)]),
  );
};
