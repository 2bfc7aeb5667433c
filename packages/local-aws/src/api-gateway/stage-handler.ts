import type { APIGatewayProxyEvent } from 'aws-lambda';
import { accountId, region } from '../cloudformation/physical-ids.ts';
import { functionLimit } from '../lambda/debugger.ts';
import type { InvocationResult, Invoke } from '../lambda/invocation.ts';
import { withinTime } from '../lambda/time-limit.ts';
import { createAuthorizer } from './authorizer.ts';
import { authorizerRequest } from './authorizer-request.ts';
import type { ClientThrottle } from './client-throttle.ts';
import {
  type GatewayReply,
  type GatewayRequest,
  headerValue,
  type RequestHead,
} from './gateway-message.ts';
import type { GatewayResponseType } from './gateway-response-types.ts';
import { renderGatewayResponse } from './gateway-responses.ts';
import { mockReply } from './mock-reply.ts';
import { notEmulated } from './not-emulated.ts';
import { createProxyEvent } from './proxy-event.ts';
import { readProxyResult } from './proxy-result.ts';
import type { Authorizer, RestApi } from './rest-api.ts';
import { type Route, routeTo } from './router.ts';
import { createThrottle } from './throttle.ts';

/** What a stage's handler needs: the functions, the clients' throttle, and a log for refused answers of functions. */
export interface StageHandlerOptions {
  readonly invoke: Invoke;
  readonly throttleClient: ClientThrottle;
  readonly log: (line: string) => void;
}

/**
 * Decides on a request of a stage by its head: the reply if it is refused, else the function that
 * answers it with its body. So only bodies of allowed requests are read.
 */
export type StageHandler = (head: RequestHead) => Promise<GatewayReply | AnswerRequest>;

/** Answers an allowed request. */
export type AnswerRequest = (request: GatewayRequest) => Promise<GatewayReply>;

/**
 * Handles a request in API Gateway's order: stage, route, authorizer, the client's limit, the
 * method's limit, integration, check of the function's answer. The client is known once it is
 * authorized. Its limit comes before the method's, so that one client's flood does not use up the
 * method's limit.
 * API Gateway Developer Guide, "Lambda proxy integrations in API Gateway" and "Throttle requests to
 * your REST APIs for better throughput in API Gateway".
 */
export const createStageHandler = (
  api: RestApi,
  { invoke, throttleClient, log }: StageHandlerOptions,
): StageHandler => {
  const withinLimit = createThrottle(api.stage.methodSettings);
  const authorizers = createAuthorizers(api, invoke);

  const authorize = async (head: RequestHead, route: MatchedRoute, path: string) => {
    const { authorizer } = route.method;
    if (!authorizer) return undefined;
    const arn = methodArn(api, head.httpMethod, path);
    const toEvent = () => createProxyEvent(api, { ...head, body: NO_BODY }, path, route, undefined);
    return authorizers.get(authorizer)?.(authorizerRequest(authorizer, arn, head, toEvent));
  };

  return async (head) => {
    const refuse = (type: GatewayResponseType, status?: number) =>
      renderGatewayResponse(api, type, head, status);
    const path = pathInStage(head.path, api.stage.name);
    if (path === undefined) return refuse('RESOURCE_NOT_FOUND');
    const route = routeTo(api.resources, head.httpMethod, path);
    if (route.kind === 'malformed') return refuse('DEFAULT_4XX');
    if (route.kind === 'none') return refuse('MISSING_AUTHENTICATION_TOKEN');
    const { method, resource } = route;
    const { integration } = method;
    if (integration.kind === 'not-emulated') return notEmulated(integration.reason);
    const authorization = await authorize(head, route, path);
    if (authorization?.kind === 'refused') return refuse(authorization.responseType);
    if (authorization?.kind === 'not-emulated') return notEmulated(authorization.reason);
    const overLimit = method.apiKeyRequired && (await throttleClient(authorization?.usageKey));
    if (overLimit) return refuse(overLimit);
    if (!withinLimit(method.httpMethod, resource.path)) return refuse('THROTTLED');
    if (integration.kind === 'mock') {
      const { reply } = integration;
      return async () => (reply ? mockReply(reply, head) : refuse('API_CONFIGURATION_ERROR'));
    }
    return async (request) => {
      const event = createProxyEvent(api, request, path, route, authorization);
      if (isTooLarge(event)) return refuse('REQUEST_TOO_LARGE');
      const { functionName, timeoutMs } = integration;
      const result = await withinTime(
        invoke(functionName, event, head.requestId),
        functionLimit(timeoutMs),
      );
      if (!result) return refuse('INTEGRATION_TIMEOUT');
      if (result.kind === 'not-emulated') return notEmulated(result.reason);
      return (
        replyOf(result, head, api) ??
        refuseAnswer(result, (line) => log(`${head.requestId} ${line}`), refuse)
      );
    };
  };
};

type MatchedRoute = Extract<Route, { kind: 'method' }>;

const NO_BODY = Buffer.alloc(0);

/** A request's path without its stage, at the least `/`; undefined when it is not of that stage. */
export const pathInStage = (path: string, stageName: string): string | undefined => {
  if (path === `/${stageName}`) return '/';
  return path.startsWith(`/${stageName}/`) ? path.slice(stageName.length + 1) : undefined;
};

/** The largest event that Lambda takes, as JSON. Lambda Developer Guide, "Lambda quotas": synchronous invocations. */
const eventLimitBytes = 6 * 1024 * 1024;

/** A body as base64 is longer by a third. */
const isTooLarge = (event: APIGatewayProxyEvent): boolean => {
  // All but the body is smaller than the limit of headers, so small bodies need no exact check.
  if ((event.body?.length ?? 0) < eventLimitBytes / 2) return false;
  return Buffer.byteLength(JSON.stringify(event)) > eventLimitBytes;
};

const createAuthorizers = (api: RestApi, invoke: Invoke) => {
  const declared = api.resources
    .flatMap(({ methods }) => [...methods.values()])
    .flatMap(({ authorizer }) => authorizer ?? []);
  return new Map(
    [...new Set<Authorizer>(declared)].map((authorizer) => [
      authorizer,
      createAuthorizer(authorizer, invoke),
    ]),
  );
};

/** Developer Guide, "Statement reference of IAM policies for API execution in API Gateway". */
const methodArn = (api: RestApi, httpMethod: string, path: string): string => {
  return `arn:aws:execute-api:${region}:${accountId}:${api.id}/${api.stage.name}/${httpMethod}${path}`;
};

const replyOf = (
  result: InvocationResult,
  { headers }: RequestHead,
  { binaryMediaTypes }: RestApi,
): GatewayReply | undefined => {
  if (result.kind !== 'success') return undefined;
  return readProxyResult(result.payload, headerValue(headers, 'Accept'), binaryMediaTypes);
};

const refuseAnswer = (
  result: InvocationResult,
  log: (line: string) => void,
  refuse: (type: GatewayResponseType, status: number) => GatewayReply,
): GatewayReply => {
  const reason = result.kind === 'success' ? 'malformed Lambda proxy response' : result.kind;
  log(`Execution failed due to configuration error: ${reason}`);
  return refuse('DEFAULT_5XX', 502);
};
