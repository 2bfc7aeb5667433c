import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * A JSON line for each request ("Variables for access logging for API Gateway"): the key's id,
 * method and route, status, and time. The ids of both invocations lead to what Lambda logged.
 * Query strings, headers and bodies are left out, as they belong to the client; so are error
 * messages, which may repeat a request. Addresses and user agents are personal data, and the key
 * identifies the client without them. All values are text, because a missing one is a `-`.
 */
export const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
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
