import type { APIGatewayProxyEvent } from 'aws-lambda';
import { JSON_ONLY } from '../../lib/http/contract.ts';
import { operations } from '../operations.ts';

/** An account that owns nothing: its requests can change nothing. */
const NOBODY = 'acct_releasecheck';

/** In an example, a placeholder for a value of an earlier answer. The check has no earlier answer. */
const PLACEHOLDER = /\{\w+[.@][\w-]+\}/g;

/** Well-formed ids that do not exist. A malformed one would be refused before storage is read. */
const IDS: Readonly<Record<string, string>> = {
  keyId: 'key_0000000000000000',
  webhookId: 'whk_0000000000000000',
};

/** A request to a function, and the statuses that a good version may answer. */
export interface CheckRequest {
  readonly event: object;
  readonly statuses: readonly number[];
}

/**
 * A request to an operation that changes nothing. A GET has the query of the contract's first example; all other requests
 * come without a body. The ids in the path do not exist, and the account owns nothing.
 * @throws Error if the operation does not exist
 */
export const operationRequest = (operationId: string): CheckRequest => {
  const contract = operations.find((each) => each.operationId === operationId);
  if (contract === undefined) throw new Error(`There is no operation ${operationId}`);
  const { method, path: resource, request, access } = contract;
  const [example] = Object.values(contract.examples);
  const query = method === 'GET' ? Object.entries(example?.request?.query ?? {}) : [];
  const parameters = resource.matchAll(/\{(\w+)\}/g);
  return {
    statuses: [
      ...(method === 'GET' ? [200, 404] : [400, 403, 404]),
      // These read the account of the key that asks, which does not exist.
      ...(access.some(({ table }) => table === 'accounts') ? [401] : []),
    ],
    event: proxyEvent({
      httpMethod: method,
      resource,
      pathParameters: Object.fromEntries(
        parameters.map(([, parameter = '']) => [parameter, IDS[parameter] ?? '0']),
      ),
      multiValueQueryStringParameters: Object.fromEntries(
        query.map(([parameter, value]) => [parameter, [value.replaceAll(PLACEHOLDER, '0')]]),
      ),
      multiValueHeaders: { 'Content-Type': [(request.contentTypes ?? JSON_ONLY)[0]] },
    }),
  };
};

export const unmatchedRequest = (): CheckRequest => ({
  statuses: [404],
  event: proxyEvent({
    httpMethod: 'GET',
    resource: '/{proxy+}',
    pathParameters: { proxy: 'no-such-path' },
  }),
});

/** What handlers read of API Gateway's event ("Input format of a Lambda function for proxy integration"). */
const proxyEvent = (
  request: Partial<APIGatewayProxyEvent> & Pick<APIGatewayProxyEvent, 'resource'>,
): object => ({
  multiValueQueryStringParameters: {},
  multiValueHeaders: {},
  ...request,
  headers: { 'X-Forwarded-Proto': 'https' },
  body: null,
  isBase64Encoded: false,
  requestContext: {
    authorizer: { principalId: NOBODY, accountId: NOBODY, keyId: 'key_releasecheck' },
    domainName: 'release-check.invalid',
    path: `/v1${request.resource}`,
    requestId: 'release-check',
    extendedRequestId: 'release-check',
  },
});
