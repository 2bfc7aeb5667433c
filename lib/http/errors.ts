/**
 * Every error code of the interface with its HTTP status and the headers it is sent with.
 * The one place for both: functions, gateway responses and documents read it from here.
 */
export const ERRORS = {
  invalid_json: { status: 400 },
  validation_failed: { status: 400 },
  unsupported_media_type: { status: 400 },
  invalid_cursor: { status: 400 },
  request_too_large: { status: 400 },
  unauthorized: { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="petstore"' } },
  insufficient_scope: {
    status: 403,
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  },
  pet_not_found: { status: 404 },
  route_not_found: { status: 404 },
  method_not_allowed: { status: 405 },
  rate_limited: { status: 429, headers: { 'Retry-After': '1' } },
  internal_error: { status: 500 },
  unavailable: { status: 503, headers: { 'Retry-After': '2' } },
  timeout: { status: 504 },
} as const satisfies Record<
  string,
  { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
>;

/** A stable, machine-readable name of what went wrong. */
export type ErrorCode = keyof typeof ERRORS;

/** The body of every answer that is not a success: exactly these three members. */
export interface ErrorBody {
  readonly code: ErrorCode;
  /** For the caller: what was wrong and how to mend the request. */
  readonly message: string;
  /** Repeats the HTTP status. */
  readonly status: number;
}

/** An expected refusal of a request. `message` is sent to the caller as it stands. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }
}
