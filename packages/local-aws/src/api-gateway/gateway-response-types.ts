/**
 * Every gateway response type of a REST API with AWS's own status and message.
 * API Gateway Developer Guide, "Gateway response types for API Gateway".
 */
export const gatewayResponseTypes = {
  ACCESS_DENIED: { status: 403, message: 'User is not authorized to access this resource' },
  API_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_CONFIGURATION_ERROR: { status: 500, message: 'Internal server error' },
  AUTHORIZER_FAILURE: { status: 500, message: 'Internal server error' },
  BAD_REQUEST_BODY: { status: 400, message: 'Invalid request body' },
  BAD_REQUEST_PARAMETERS: { status: 400, message: 'Invalid request parameters' },
  DEFAULT_4XX: { status: 400, message: 'Bad Request' },
  DEFAULT_5XX: { status: 500, message: 'Internal server error' },
  EXPIRED_TOKEN: { status: 403, message: 'The security token included in the request is expired' },
  INTEGRATION_FAILURE: { status: 504, message: 'Network error communicating with endpoint' },
  INTEGRATION_TIMEOUT: { status: 504, message: 'Endpoint request timed out' },
  INVALID_API_KEY: { status: 403, message: 'Forbidden' },
  INVALID_SIGNATURE: { status: 403, message: 'The request signature does not match' },
  MISSING_AUTHENTICATION_TOKEN: { status: 403, message: 'Missing Authentication Token' },
  QUOTA_EXCEEDED: { status: 429, message: 'Limit Exceeded' },
  REQUEST_TOO_LARGE: { status: 413, message: 'Request Too Long' },
  RESOURCE_NOT_FOUND: { status: 404, message: 'Not Found' },
  THROTTLED: { status: 429, message: 'Too Many Requests' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported Media Type' },
  WAF_FILTERED: { status: 403, message: 'Forbidden' },
} as const;

/** The name of a gateway response. */
export type GatewayResponseType = keyof typeof gatewayResponseTypes;
