import { ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway';
import { type ErrorCode, errorDefinition } from '../../../lib/errors.ts';
import { COMMON_HEADERS, REQUEST_ID_HEADER } from '../../../lib/http/headers.ts';
import type { ErrorBody } from '../../../lib/request-error.ts';

/**
 * The code of every type of gateway response ("Gateway response types for API Gateway"). Texts are
 * fixed, as `$context.error.message` may repeat the request, and with it a key.
 */
const CODES: ReadonlyMap<ResponseType, ErrorCode> = new Map([
  [ResponseType.ACCESS_DENIED, 'insufficient_scope'],
  [ResponseType.API_CONFIGURATION_ERROR, 'internal_error'],
  [ResponseType.AUTHORIZER_CONFIGURATION_ERROR, 'unavailable'],
  [ResponseType.AUTHORIZER_FAILURE, 'unavailable'],
  [ResponseType.BAD_REQUEST_BODY, 'validation_failed'],
  [ResponseType.BAD_REQUEST_PARAMETERS, 'validation_failed'],
  [ResponseType.DEFAULT_4XX, 'validation_failed'],
  [ResponseType.DEFAULT_5XX, 'internal_error'],
  [ResponseType.EXPIRED_TOKEN, 'unauthorized'],
  [ResponseType.INTEGRATION_FAILURE, 'unavailable'],
  [ResponseType.INTEGRATION_TIMEOUT, 'timeout'],
  // The client's key is valid. The account's key of API Gateway is missing, or is being moved.
  [ResponseType.INVALID_API_KEY, 'unavailable'],
  [ResponseType.INVALID_SIGNATURE, 'unauthorized'],
  [ResponseType.MISSING_AUTHENTICATION_TOKEN, 'unauthorized'],
  [ResponseType.QUOTA_EXCEEDED, 'rate_limited'],
  [ResponseType.REQUEST_TOO_LARGE, 'request_too_large'],
  [ResponseType.RESOURCE_NOT_FOUND, 'route_not_found'],
  [ResponseType.THROTTLED, 'rate_limited'],
  [ResponseType.UNAUTHORIZED, 'unauthorized'],
  [ResponseType.UNSUPPORTED_MEDIA_TYPE, 'unsupported_media_type'],
  [ResponseType.WAF_FILTERED, 'validation_failed'],
]);

/**
 * The status where it is not the error code's: a body that is too large for Lambda is 413, where
 * functions answer 400.
 */
const OWN_STATUS: ReadonlyMap<ResponseType, number> = new Map([
  [ResponseType.REQUEST_TOO_LARGE, 413],
]);

/** Makes every answer that API Gateway gives by itself an Error of this service. */
export const addGatewayResponses = (api: RestApi): void => {
  for (const [type, code] of CODES) {
    const definition = errorDefinition(code);
    const status = OWN_STATUS.get(type) ?? definition.status;
    const body: ErrorBody = { code, message: definition.message, status };
    const headers = Object.entries({ ...COMMON_HEADERS, ...definition.headers });
    api.addGatewayResponse(`GatewayResponse-${type.responseType}`, {
      type,
      statusCode: String(status),
      responseHeaders: {
        ...Object.fromEntries(headers.map(([name, value]) => [name, `'${value}'`])),
        [REQUEST_ID_HEADER]: 'context.requestId',
      },
      templates: { 'application/json': JSON.stringify(body) },
    });
  }
};
