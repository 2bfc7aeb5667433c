import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../lib/http/errors.ts';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../lib/http/headers.ts';

/** What API Gateway answers by itself, without a function. */
interface GatewayAnswer {
  readonly code: ErrorCode;
  readonly message: string;
  /**
   * The HTTP status where it is not the code's own.
   * @default - the status of the code
   */
  readonly status?: number;
}

const UNAUTHORIZED: GatewayAnswer = {
  code: 'unauthorized',
  message:
    'This needs a valid API key. Send it in the header Authorization: Bearer <API key>, and check that it is whole, of this stage, and not revoked.',
};
const INSUFFICIENT_SCOPE: GatewayAnswer = {
  code: 'insufficient_scope',
  message: 'This API key may not do this. Use a key with the scope for it.',
};
const INVALID_REQUEST: GatewayAnswer = {
  code: 'validation_failed',
  message: 'The request is not well-formed HTTP. Check its path, query and headers.',
};
const ROUTE_NOT_FOUND: GatewayAnswer = {
  code: 'route_not_found',
  message: 'There is nothing at this path. Every path begins with the base address, /v1 included.',
};
const RATE_LIMITED: GatewayAnswer = {
  code: 'rate_limited',
  message: 'Too many requests. Send it again after the seconds that Retry-After gives.',
};
const INTERNAL_ERROR: GatewayAnswer = {
  code: 'internal_error',
  message:
    'Something went wrong on our side. If it happens again, report the value of the X-Request-Id header.',
};
const UNAVAILABLE: GatewayAnswer = {
  code: 'unavailable',
  message:
    'The service cannot answer at the moment. Send the request again after the seconds that Retry-After gives.',
};

/**
 * Every type of gateway response ("Gateway response types for API Gateway"). Texts are fixed, as
 * `$context.error.message` may repeat the request, and with it a key.
 */
const ANSWERS: ReadonlyMap<ResponseType, GatewayAnswer> = new Map([
  [ResponseType.ACCESS_DENIED, INSUFFICIENT_SCOPE],
  [ResponseType.API_CONFIGURATION_ERROR, INTERNAL_ERROR],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, UNAVAILABLE],
  [ResponseType.AUTHORIZER_FAILURE, UNAVAILABLE],
  [ResponseType.BAD_REQUEST_BODY, INVALID_REQUEST],
  [ResponseType.BAD_REQUEST_PARAMETERS, INVALID_REQUEST],
  [ResponseType.DEFAULT_4XX, INVALID_REQUEST],
  [ResponseType.DEFAULT_5XX, INTERNAL_ERROR],
  [ResponseType.EXPIRED_TOKEN, UNAUTHORIZED],
  [ResponseType.INTEGRATION_FAILURE, UNAVAILABLE],
  [
    ResponseType.INTEGRATION_TIMEOUT,
    {
      code: 'timeout',
      message:
        'The service did not answer in time. The request may or may not have taken effect: check before you send it again.',
    },
  ],
  [ResponseType.INVALID_API_KEY, UNAUTHORIZED],
  [ResponseType.INVALID_SIGNATURE, UNAUTHORIZED],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, UNAUTHORIZED],
  [ResponseType.QUOTA_EXCEEDED, RATE_LIMITED],
  [
    ResponseType.REQUEST_TOO_LARGE,
    {
      code: 'request_too_large',
      message: 'The request is larger than this service takes: a body may be 16 KB long at most.',
      status: 413,
    },
  ],
  [ResponseType.RESOURCE_NOT_FOUND, ROUTE_NOT_FOUND],
  [ResponseType.THROTTLED, RATE_LIMITED],
  [ResponseType.UNAUTHORIZED, UNAUTHORIZED],
  [
    ResponseType.UNSUPPORTED_MEDIA_TYPE,
    {
      code: 'unsupported_media_type',
      message: 'Send the body as JSON, with the header Content-Type: application/json.',
    },
  ],
  [ResponseType.WAF_FILTERED, INVALID_REQUEST],
]);

/** Makes every answer that API Gateway gives by itself an Error of this service. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, answer] of ANSWERS) {
    const { status: ownStatus, ...error } = ERRORS[answer.code];
    const status = answer.status ?? ownStatus;
    const body: ErrorBody = { code: answer.code, message: answer.message, status };
    const headers = { ...COMMON_HEADERS, ...('headers' in error && error.headers) };
    api.addGatewayResponse(`GatewayResponse-${type.responseType}`, {
      type,
      statusCode: String(status),
      responseHeaders: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, `'${value}'`])),
        [REQUEST_ID_HEADER]: 'context.requestId',
      },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
};
