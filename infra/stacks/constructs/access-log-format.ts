import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';

/**
 * A JSON line for each request ("Variables for access logging for API Gateway"): whose key, which
 * method of which path, what came of it, and how long it took. Paths are the API's own, with
 * parameters in braces. Left out: query strings, headers and bodies, which hold what is the
 * client's; error messages, which may repeat a request; addresses and user agents, which are
 * personal data and are not needed to find a client, as the key tells. All values are text, because
 * one that is missing is a `-`.
 */
export const ACCESS_LOG_FORMAT = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    extendedRequestId: '$context.extendedRequestId',
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
