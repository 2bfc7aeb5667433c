import { type ErrorCode, errorDefinition } from '../../lib/errors/errors.ts';
import type { ErrorBody } from '../../lib/errors/request-error.ts';
import { COMMON_HEADERS } from '../../lib/http/headers.ts';

/**
 * Types of "Gateway response types for API Gateway", each with the code of our Error. Those that are not here get the
 * answer of a default, which fits them: each answer is a resource, and a stack can have 500.
 */
const CODES = {
  DEFAULT_4XX: 'validation_failed',
  DEFAULT_5XX: 'internal_error',
  ACCESS_DENIED: 'insufficient_scope',
  AUTHORIZER_CONFIGURATION_ERROR: 'unavailable',
  AUTHORIZER_FAILURE: 'unavailable',
  EXPIRED_TOKEN: 'unauthorized',
  INTEGRATION_FAILURE: 'unavailable',
  INTEGRATION_TIMEOUT: 'timeout',
  // The client's key is valid. The account's key of API Gateway is missing, or is being moved.
  INVALID_API_KEY: 'unavailable',
  INVALID_SIGNATURE: 'unauthorized',
  MISSING_AUTHENTICATION_TOKEN: 'unauthorized',
  REQUEST_TOO_LARGE: 'request_too_large',
  RESOURCE_NOT_FOUND: 'route_not_found',
  THROTTLED: 'rate_limited',
  UNAUTHORIZED: 'unauthorized',
  // The web ACL has one rule: too many requests from one address.
  WAF_FILTERED: 'rate_limited',
} as const satisfies Record<string, ErrorCode>;

/** A type of answer that API Gateway gives without asking a function. */
export type GatewayErrorType = keyof typeof CODES;

/**
 * Every answer that the gateway gives by itself, as an Error of this service; its headers are without the request's id. Texts
 * are fixed, as the gateway's own may repeat the request, and with it a key.
 */
export const gatewayError = (type: GatewayErrorType) => {
  const code = CODES[type];
  const { message, headers, ...definition } = errorDefinition(code);
  // A body that is too large for Lambda is 413, where functions answer 400.
  const status = type === 'REQUEST_TOO_LARGE' ? 413 : definition.status;
  const body: ErrorBody = { code, message, status };
  return { status, headers: { ...COMMON_HEADERS, ...headers }, body };
};

export const gatewayErrorTypes = (): readonly GatewayErrorType[] =>
  Object.keys(CODES).filter((type): type is GatewayErrorType => type in CODES);
