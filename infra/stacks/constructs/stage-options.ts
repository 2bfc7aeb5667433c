import {
  AccessLogFormat,
  LogGroupLogDestination,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { STAGE_NAME } from '../names.ts';
import type { StageConfig } from '../stages.ts';

/**
 * A JSON line for each request ("Variables for access logging for API Gateway"): the key's id,
 * method and route, status, and time. The ids of both invocations lead to what Lambda logged.
 * Query strings, headers and bodies are left out, as they belong to the client; so are error
 * messages, which may repeat a request. Addresses and user agents are personal data, and the key
 * identifies the client without them. All values are text, because a missing one is a `-`.
 */
const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    extendedRequestId: '$context.extendedRequestId',
    authorizerRequestId: '$context.authorizer.requestId',
    integrationRequestId: '$context.integration.requestId',
    traceId: '$context.xrayTraceId',
    requestTime: '$context.requestTime',
    accountId: '$context.authorizer.principalId',
    keyId: '$context.authorizer.keyId',
    method: '$context.httpMethod',
    resourcePath: '$context.resourcePath',
    status: '$context.status',
    responseType: '$context.error.responseType',
    responseLatency: '$context.responseLatency',
    authorizerLatency: '$context.authorizer.latency',
    integrationLatency: '$context.integrationLatency',
  }),
);

/** Settings for all requests of an API: limits, access log, tracing. */
export const stageOptions = (
  accessLog: LogGroup,
  { throttle: { method } }: Pick<StageConfig, 'throttle'>,
): StageOptions => ({
  stageName: STAGE_NAME,
  // API Gateway counts each method separately: `/*` sets the same numbers for each.
  throttlingRateLimit: method.rate,
  throttlingBurstLimit: method.burst,
  accessLogDestination: new LogGroupLogDestination(accessLog),
  accessLogFormat: ACCESS_LOG_FORMAT,
  tracingEnabled: true,
});
