/** What is said of one error code: the same wherever it comes from. */
interface ErrorDefinition {
  /** The HTTP status. */
  readonly status: number;
  /** For the caller: what was wrong and how to mend it. A function may say it more exactly. */
  readonly message: string;
  /** Sent with it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Every error code of the interface. The one place: functions, gateway responses and documents
 * read it from here.
 */
export const ERRORS = {
  invalid_json: { status: 400, message: 'The body is not JSON in plain UTF-8 (RFC 8259).' },
  validation_failed: {
    status: 400,
    message:
      'The request is not well-formed, or its headers are too large. Check its path, query and headers.',
  },
  unsupported_media_type: {
    status: 400,
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
  },
  invalid_cursor: {
    status: 400,
    message:
      'cursor must be taken unchanged from the Link header of the page before, with the same status filter.',
  },
  request_too_large: { status: 400, message: 'The body is larger than this operation takes.' },
  idempotency_key_reused: {
    status: 400,
    message:
      'This Idempotency-Key came with another request within the last 24 hours. Use a new key for a new request.',
  },
  unauthorized: {
    status: 401,
    message:
      'This needs a valid API key. Send it in the header Authorization: Bearer <API key>, and check that it is whole, of this stage, and neither expired nor revoked.',
    headers: { 'WWW-Authenticate': 'Bearer realm="petstore"' },
  },
  insufficient_scope: {
    status: 403,
    message: 'This API key may only read. Use a key with full access for this.',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  },
  pet_not_found: {
    status: 404,
    message: 'There is no pet with this id. GET /pets lists the pets there are.',
  },
  route_not_found: {
    status: 404,
    message:
      'There is nothing at this path. Paths begin with /v1 and are case-sensitive; pets and messages have a base address each.',
  },
  method_not_allowed: {
    status: 405,
    message: 'This path does not take this method: the header Allow names those it takes.',
  },
  rate_limited: {
    status: 429,
    message: 'Too many requests. Send it again after the seconds that Retry-After gives.',
    headers: { 'Retry-After': '1' },
  },
  internal_error: {
    status: 500,
    message:
      'Something went wrong on our side. If it happens again, report the value of the X-Request-Id header.',
  },
  unavailable: {
    status: 503,
    message:
      'The service is busy or its storage fails. Send the request again after the seconds that Retry-After gives; a write with the same Idempotency-Key, or after a check whether it took effect.',
    headers: { 'Retry-After': '2' },
  },
  timeout: {
    status: 504,
    message:
      'The service did not answer in time. The request may or may not have taken effect: send it again with the same Idempotency-Key, or check first.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** A stable, machine-readable name of what went wrong. */
export type ErrorCode = keyof typeof ERRORS;

/** What is said of an error code. */
export const errorDefinition = (code: ErrorCode): ErrorDefinition => ERRORS[code];

/** The body of every answer that is not a success: exactly these three members. */
export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  /** Repeats the HTTP status. */
  readonly status: number;
}

/** An expected refusal of a request. `message` is sent to the caller as it stands. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string = ERRORS[code].message,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}
