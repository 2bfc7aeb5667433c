/** What is said of one error code: the same wherever it comes from. */
interface ErrorDefinition {
  readonly status: number;
  /** For the caller: what was wrong and how to fix it. A function may say it more exactly. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every error code of the interface: functions, gateway responses and documents read it from here. */
export const ERRORS = {
  invalid_json: {
    status: 400,
    message:
      'The body is not JSON in plain UTF-8 (RFC 8259), or it is empty or cut off. Send one JSON object.',
  },
  validation_failed: {
    status: 400,
    message:
      'The request is not well-formed, or its headers are too large. Check its path, query and headers: a line break in Authorization, for instance.',
  },
  unsupported_media_type: {
    status: 400,
    message: 'Send the body as JSON, with the header Content-Type: application/json.',
  },
  invalid_cursor: {
    status: 400,
    message:
      'cursor must be taken unchanged from the Link header of the page before, with the same filters.',
  },
  request_too_large: { status: 400, message: 'The body is larger than this operation takes.' },
  webhook_url_refused: {
    status: 400,
    message:
      'The service does not send to this URL. Use https, the port 443, and a public host name.',
  },
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
  not_owner: {
    status: 403,
    message:
      'Only the account that created the pet or the category may do this. Use a key of that account.',
  },
  pet_not_found: {
    status: 404,
    message: 'There is no pet with this id. GET /pets lists the pets there are.',
  },
  order_not_found: {
    status: 404,
    message: 'Your account has no order with this id. GET /store/orders lists its orders.',
  },
  category_not_found: {
    status: 404,
    message: 'There is no category with this id. GET /categories lists the categories there are.',
  },
  webhook_not_found: {
    status: 404,
    message: 'Your account has no webhook with this id. GET /webhooks lists its webhooks.',
  },
  key_not_found: {
    status: 404,
    message: 'Your account has no key with this id that works. GET /keys lists those it has.',
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
  pet_not_available: {
    status: 409,
    message: 'This pet is not available. GET /pets?status=available lists those that are.',
  },
  pet_ordered: {
    status: 409,
    message:
      'An open order holds this pet. Its status can change, and it can be deleted, when that order is closed. GET /store/orders?status=placed lists it.',
  },
  order_closed: {
    status: 409,
    message:
      'This order is closed, and its status cannot change again. Read it to see how it ended.',
  },
  webhook_limit: {
    status: 409,
    message: 'Your account has 10 webhooks, and cannot have more. Delete one of them first.',
  },
  key_limit: {
    status: 409,
    message:
      'Your account has 20 keys, and cannot have more. Revoke one of them first: GET /keys lists them.',
  },
  key_rolled: {
    status: 409,
    message: 'This key was rolled, and a key is rolled once. Roll its successor, or create a key.',
  },
  events_expired: {
    status: 410,
    message:
      'Events after this position are no longer kept. Begin again: GET /events?after=latest, then read the lists, then follow the Link of that answer.',
  },
  precondition_failed: {
    status: 412,
    message:
      'It is not in a state that If-Match or If-None-Match asks for. Read it again (a pet with GET /pets?ids={petId}), and send the change with the ETag of that answer.',
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
      'The service is busy or its storage fails. Send the request again after the seconds that Retry-After gives. Where the operation takes an Idempotency-Key, send the same key again; check first whether any other write took effect.',
    headers: { 'Retry-After': '2' },
  },
  timeout: {
    status: 504,
    message:
      'The service did not answer in time. The request may or may not have taken effect. Where the operation takes an Idempotency-Key, send it again with the same key; check first whether any other write took effect.',
  },
} as const satisfies Record<string, ErrorDefinition>;

/** A stable, machine-readable name of what went wrong. */
export type ErrorCode = keyof typeof ERRORS;

export const errorDefinition = (code: ErrorCode): ErrorDefinition => ERRORS[code];
