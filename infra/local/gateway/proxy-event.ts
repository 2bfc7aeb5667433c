import { JSON_ONLY } from '../../../lib/http/contract.ts';
import type { Allowed } from './authorizer.ts';
import type { GatewayRequest } from './message.ts';
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
  const [mediaType = ''] = headers['content-type']?.at(-1)?.split(/[,;]/, 1) ?? [];
  // As the stacks' binaryMediaTypes say: bytes that are not UTF-8 must reach the function.
  const isBase64Encoded = body.length > 0 && contentTypes.includes(mediaType.trim().toLowerCase());
  const query = new URLSearchParams(queryString);
  return {
    resource,
    httpMethod,
    headers: { 'X-Forwarded-Proto': 'http' },
    multiValueHeaders: headers,
    multiValueQueryStringParameters: Object.fromEntries(
      query.keys().map((name) => [name, query.getAll(name)]),
    ),
    pathParameters,
    requestContext: {
      authorizer,
      domainName: headers['host']?.join() ?? '',
      path,
      requestId,
      extendedRequestId,
    },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
};
