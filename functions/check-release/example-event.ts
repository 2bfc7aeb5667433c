import { JSON_ONLY } from '../../lib/http/contract.ts';
import { operations } from '../operations.ts';

/** An account that owns nothing, so that no request of it can change what is another's. */
const NOBODY = 'acct_releasecheck';

/** What an example takes from an earlier answer, as there is none: no id is 0. */
const PLACE = /\{\w+[.@][\w-]+\}/g;

/**
 * A proxy event for a function, or undefined where the name is not an operation's. A GET has the query of
 * the contract's first example; all other requests come without a body, and all parameters of a path are 0: they are
 * answered with 400 or 404, and change nothing.
 */
export const exampleEvent = (name: string): object | undefined => {
  const contract = operations.find(({ operationId }) => operationId === name);
  if (contract === undefined) return undefined;
  const { method, path: resource, request } = contract;
  const [example] = Object.values(contract.examples);
  const query = method === 'GET' ? Object.entries(example?.request?.query ?? {}) : [];
  const parameters = [...resource.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => [parameter, '0']);
  return proxyEvent({
    httpMethod: method,
    resource,
    path: resource.replaceAll(/\{\w+\}/g, '0'),
    pathParameters: Object.fromEntries(parameters),
    multiValueQueryStringParameters: Object.fromEntries(
      query.map(([parameter, value]) => [parameter, [value.replaceAll(PLACE, '0')]]),
    ),
    multiValueHeaders: { 'Content-Type': [(request.contentTypes ?? JSON_ONLY)[0]] },
  });
};

/** A proxy event for a path that no operation has. */
export const unmatchedEvent = (): object =>
  proxyEvent({
    httpMethod: 'GET',
    resource: '/{proxy+}',
    path: '/no-such-path',
    pathParameters: { proxy: 'no-such-path' },
    multiValueQueryStringParameters: {},
    multiValueHeaders: {},
  });

interface Request {
  readonly httpMethod: string;
  readonly resource: string;
  readonly path: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly multiValueQueryStringParameters: Readonly<Record<string, readonly string[]>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
}

/** What handlers read of API Gateway's event ("Input format of a Lambda function for proxy integration"). */
const proxyEvent = (request: Request): object => ({
  ...request,
  headers: { 'X-Forwarded-Proto': 'https' },
  body: null,
  isBase64Encoded: false,
  requestContext: {
    authorizer: { principalId: NOBODY, accountId: NOBODY, keyId: 'key_releasecheck' },
    domainName: 'release-check.invalid',
    path: `/v1${request.path}`,
    requestId: 'release-check',
    extendedRequestId: 'release-check',
  },
});
