import * as z from 'zod';
import { type ApiName, type Contract, JSON_ONLY } from '../../../lib/http/contract.ts';
import { TIME_BUDGET } from '../../../lib/process/time-budget.ts';
import { withinTime } from '../../command-line/time-limit.ts';
import type { GatewayErrorType } from '../../stacks/gateway-errors.ts';
import { STAGE_NAME } from '../../stacks/names.ts';
import { LOCAL_REGION } from '../engine/shared-engine.ts';
import type { CountRequest } from './account-limits.ts';
import type { Allowed, Authorize } from './authorizer.ts';
import { type Invoke, timeLimit } from './functions.ts';
import type { GatewayRequest } from './read-request.ts';
import { EDGE_REPLIES, errorReply, type GatewayReply } from './replies.ts';
import { createRouter, type Route } from './router.ts';

export interface AnswerRequestOptions {
  readonly api: ApiName;
  readonly contracts: readonly Contract[];
  readonly authorize: Authorize;
  readonly countRequest: CountRequest;
  readonly invoke: Invoke;
  /** Answers a request for a path outside the stage; undefined leaves it to the gateway, which answers 403. */
  readonly outsideStage: (request: GatewayRequest) => Promise<GatewayReply | undefined>;
  /** Gets a line for each answer that the function failed to give. */
  readonly log: (line: string) => void;
}

/** What becomes known of a request while it is answered, for the access log. */
export interface RequestFacts {
  accountId?: string;
  keyId?: string;
  /** The path of a contract, `/{proxy+}` or `/`. */
  resourcePath?: string;
  /** Why the gateway answered by itself. */
  responseType?: GatewayErrorType;
}

export type AnswerRequest = (request: GatewayRequest, facts: RequestFacts) => Promise<GatewayReply>;

/**
 * Makes what answers the requests of one API, in API Gateway's order: route, authorizer, the account's limit, function.
 * API Gateway Developer Guide, "Lambda proxy integrations in API Gateway".
 */
export const createAnswerRequest = (options: AnswerRequestOptions): AnswerRequest => {
  const { api, contracts, authorize, countRequest, invoke, outsideStage, log } = options;
  const findRoute = createRouter(contracts);

  const answerInStage = async (request: GatewayRequest, path: string, facts: RequestFacts) => {
    const { httpMethod, requestId } = request;
    const refuse = (type: GatewayErrorType) => {
      facts.responseType = type;
      return errorReply(type, requestId);
    };
    const route = findRoute(httpMethod, path);
    if (route === undefined) return refuse('DEFAULT_4XX');
    facts.resourcePath = route.resource;
    const token = request.headers['authorization']?.at(-1);
    const allowed = await authorize(token, methodArn(api, httpMethod, path), requestId);
    if (typeof allowed === 'string') return refuse(allowed);
    Object.assign(facts, allowed);
    const overLimit = await countRequest(allowed.principalId, route.contract?.operationId);
    if (overLimit) return refuse(overLimit);
    const event = createProxyEvent(request, route, allowed);
    const size = Buffer.byteLength(JSON.stringify(event));
    if (size > EVENT_LIMIT_BYTES) return refuse('REQUEST_TOO_LARGE');
    try {
      const invoked = invoke(route.contract?.operationId ?? 'unmatched', event, requestId);
      const result = await withinTime(invoked, timeLimit(TIME_BUDGET.integration));
      return result === undefined ? refuse('INTEGRATION_TIMEOUT') : Result.parse(result);
    } catch (error) {
      log(`${requestId} ${error instanceof Error ? error.stack : error}`);
      return refuse('DEFAULT_5XX');
    }
  };

  return async (request, facts) => {
    const path = pathInStage(request.path);
    if (path === undefined) return (await outsideStage(request)) ?? EDGE_REPLIES.notOfTheStage;
    const reply = await answerInStage(request, path, facts);
    // AWS knowledge center, "Collect API Gateway extended request IDs".
    const ids = {
      'x-amzn-RequestId': request.requestId,
      'x-amz-apigw-id': request.extendedRequestId,
    };
    return { ...reply, headers: { ...reply.headers, ...ids } };
  };
};

/** A request's path without its stage, at the least `/`; undefined when it is not of the stage. */
const pathInStage = (path: string): string | undefined => {
  if (path === `/${STAGE_NAME}`) return '/';
  return path.startsWith(`/${STAGE_NAME}/`) ? path.slice(STAGE_NAME.length + 1) : undefined;
};

/**
 * What functions read of the event that they get for a request.
 * API Gateway Developer Guide, "Input format of a Lambda function for proxy integration".
 */
const createProxyEvent = (
  { httpMethod, path, queryString, headers, body, requestId, extendedRequestId }: GatewayRequest,
  { resource, contract, pathParameters }: Route,
  authorizer: Allowed,
) => {
  const contentTypes = contract?.request.contentTypes ?? JSON_ONLY;
  const [mediaType = ''] = headers['content-type']?.at(-1)?.split(/[,;]/, 1) ?? [];
  // As the stacks' binaryMediaTypes say: bytes that are not UTF-8 must reach the function.
  const isBase64Encoded = body.length > 0 && contentTypes.includes(mediaType.trim().toLowerCase());
  const query = new URLSearchParams(queryString);
  const domainName = headers['host']?.join() ?? '';
  return {
    resource,
    httpMethod,
    headers: { 'X-Forwarded-Proto': 'http' },
    multiValueHeaders: headers,
    multiValueQueryStringParameters: Object.fromEntries(
      query.keys().map((name) => [name, query.getAll(name)]),
    ),
    pathParameters,
    requestContext: { authorizer, domainName, path, requestId, extendedRequestId },
    body: body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
};

/** The largest event that Lambda takes, as JSON. Lambda Developer Guide, "Lambda quotas": synchronous invocations. */
const EVENT_LIMIT_BYTES = 6 * 1024 * 1024;

/** Developer Guide, "Statement reference of IAM policies for API execution in API Gateway". */
const methodArn = (api: ApiName, httpMethod: string, path: string): string =>
  `arn:aws:execute-api:${LOCAL_REGION}:000000000000:${api}/${STAGE_NAME}/${httpMethod}${path}`;

/** Makes the reply of what a function returns. API Gateway Developer Guide, "Output format of a Lambda function for proxy integration". */
const Result = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), z.string()),
  body: z.string().transform((text) => Buffer.from(text)),
  isBase64Encoded: z.literal(false).optional(),
});
