import middy from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { StorageTimeoutError } from '../errors/storage-errors.ts';
import { withDeadline } from '../process/deadline.ts';
import { DEPRECATION_PAGE_ENV, requireEnv } from '../process/env.ts';
import { logFigures } from '../process/log.ts';
import { TIME_BUDGET } from '../process/time-budget.ts';
import type { EntityTags } from '../revisions/entity-tags.ts';
import { writeJson } from '../values/json.ts';
import type { Contract, OperationTypes } from './contract.ts';
import { buildDeprecationHeaders } from './deprecation.ts';
import { toErrorResponse } from './error-response.ts';
import { COMMON_HEADERS, REPLAYED_HEADER, REQUEST_ID_HEADER } from './headers.ts';
import { type ParsedRequest, parseRequest } from './request.ts';
import { basePath, baseUrl, requestUrl } from './request-url.ts';

export interface Success<Answer> {
  /** Undefined where the contract has no body. */
  readonly body: Readonly<Answer>;
  /** Whether it created something, where the contract has a `statusIfNew`. */
  readonly isNew?: boolean;
  /** Where what it created is: relative to the base address. */
  readonly location?: `/${string}`;
  /** The revision of what it answers with, for `ETag`: a strong entity tag (RFC 9110, section 8.8.3). */
  readonly etag?: string | undefined;
  /** The revisions that the client has: the answer is 304 if it is one of these. */
  readonly ifNoneMatch?: EntityTags | undefined;
  /** The query of the next page, for `Link` (RFC 8288). */
  readonly next?: URLSearchParams | undefined;
  /** Whether it answers a request whose idempotency key came before. */
  readonly replayed?: boolean;
}

/**
 * Makes the Lambda handler of an operation: reads the request by the contract, does the work, and
 * turns the answer or the error into a response with the headers that every response has.
 * @param deprecationPage where the end of a deprecated operation is explained: a URL
 * @throws Error if an operation is deprecated, and the function was deployed without that page's address
 */
export const operation = <Types extends OperationTypes>(
  contract: Contract<Types>,
  work: (request: ParsedRequest<Types>) => Promise<Success<Types['answer']>>,
  deprecationPage?: string,
) => {
  const { deprecation } = contract;
  const deprecationHeaders =
    deprecation &&
    buildDeprecationHeaders(deprecation, deprecationPage ?? requireEnv(DEPRECATION_PAGE_ENV));
  return wrapHandler(async (event) => {
    const request = parseRequest(contract, event);
    const { body, isNew, location, etag, ifNoneMatch, next, replayed } = await work(request);
    const { status, statusIfNew } = contract.success;
    const isKnown = etag && (ifNoneMatch === '*' || ifNoneMatch?.includes(etag));
    const statusCode = isKnown ? 304 : (isNew && statusIfNew) || status;
    if (statusCode === 201 || statusCode === 202) logCreated(request, body, etag);
    return {
      statusCode,
      headers: {
        ...(location && { Location: `${basePath(event)}${location}` }),
        ...(etag && { ETag: `"${etag}"` }),
        ...(next && { Link: `<${requestUrl(event)}?${next}>; rel="next"` }),
        ...(replayed && { [REPLAYED_HEADER]: 'true' }),
      },
      body: isKnown || body === undefined ? '' : writeJson(body),
    };
  }, deprecationHeaders);
};

/**
 * Names what a request created, and the key, for operators who remove what a stolen key made. A replay is named, too: the
 * first request may have ended without its line.
 */
const logCreated = (
  { caller, requestId }: Pick<ParsedRequest<OperationTypes>, 'caller' | 'requestId'>,
  body: unknown,
  revision?: string,
): void => {
  if (typeof body !== 'object' || body === null || !('id' in body)) return;
  const id = String(body.id);
  logFigures('created', { requestId, ...caller, id, ...(revision && { revision }) });
};

/** The one middy chain, around operations and around the function that answers unmatched routes. */
export const wrapHandler = (
  handler: (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>,
  deprecationHeaders?: ReturnType<typeof buildDeprecationHeaders>,
) => {
  const addHeaders = ({ event, response }: Request) => {
    if (!response) return;
    response.headers = {
      ...COMMON_HEADERS,
      [REQUEST_ID_HEADER]: event.requestContext.requestId,
      ...deprecationHeaders?.(baseUrl(event)),
      ...response.headers,
    };
  };
  return middy<APIGatewayProxyEvent, APIGatewayProxyResult>({
    timeoutEarlyInMillis: TIME_BUDGET.invocation - TIME_BUDGET.operation,
    timeoutEarlyResponse: () => {
      throw new StorageTimeoutError('The function is about to reach its time limit');
    },
  })
    .use({ after: addHeaders, onError: addHeaders })
    .onError((request) => {
      request.response = toErrorResponse(request.error, request.event.requestContext);
    })
    .handler((event, _context, { signal }) => withDeadline(signal, () => handler(event)));
};

type Request = middy.Request<APIGatewayProxyEvent, APIGatewayProxyResult>;
