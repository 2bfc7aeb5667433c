/** What is said of one error code: the same wherever it comes from. */
interface ErrorDefinition {
  /** The HTTP status. */
  readonly status: number;
  /** For the caller: what was wrong and how to fix it. A function may say it more exactly. */
  readonly message: string;
  /** Sent with it. */
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
    message:
      'This pet is not available: it is pending or sold. GET /pets?status=available lists those that are.',
  },
  pet_ordered: {
    status: 409,
    message:
      'An open order holds this pet. Its status can change, and it can be deleted, when that order is completed or cancelled. GET /store/orders?status=placed lists it.',
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
    message: 'Your account has 20 keys that work, and cannot have more. Revoke one of them first.',
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

/** What people should know of an error code beyond the message that is sent. In Markdown. */
interface ErrorGuide {
  readonly happened: string;
  readonly fix: string;
}

/** Apart from `ERRORS`, so that bundles of functions leave it out. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: {
    happened:
      'The body is not JSON, or not in plain UTF-8: empty, cut off, compressed, or after a byte order mark.',
    fix: 'Send one JSON value in UTF-8.',
  },
  validation_failed: {
    happened: 'A part of the request is not as described.',
    fix: 'The message names every fault of the first part that has one: query parameters, headers, body, idempotency key.',
  },
  unsupported_media_type: {
    happened: 'The content type is missing, or is not JSON.',
    fix: 'Send `Content-Type: application/json`; parameters such as `charset` may follow.',
  },
  invalid_cursor: {
    happened: 'The cursor was changed, or belongs to other filters.',
    fix: 'Follow the URL of `Link` as it is, or start again from the first page.',
  },
  request_too_large: {
    happened:
      'The body is longer than the operation takes. From about 4.5 MB on the status is 413.',
    fix: 'Send less: [the guide](api.md) has the limits.',
  },
  webhook_url_refused: {
    happened: 'The service sends only to public host names, by https on port 443.',
    fix: 'The message names the rule ([all rules](webhooks.md#create-a-webhook)).',
  },
  idempotency_key_reused: {
    happened:
      'Your account sent this `Idempotency-Key` within the last 24 hours with another body, or to another operation.',
    fix: 'Use a new key for each request, and the same one only to repeat it.',
  },
  unauthorized: {
    happened: 'The key is missing, mistyped, of another stage, expired or revoked.',
    fix: 'Send a whole key of this stage as `Authorization: Bearer <API key>` ([get one](quickstart.md#get-a-key)).',
  },
  insufficient_scope: {
    happened: 'The key is read-only: it may list and get.',
    fix: 'Use a key with full access.',
  },
  not_owner: {
    happened:
      'The pet or the category belongs to another account. Only that one may change or delete it, and complete its orders.',
    fix: 'Use a key of that account. The customer may still cancel an open order.',
  },
  pet_not_found: {
    happened: 'There is no pet with this id, or the id is not an int64 in plain digits.',
    fix: '`GET /pets` lists all pets.',
  },
  order_not_found: {
    happened: 'Your account neither placed an order with this id, nor owns its pet.',
    fix: '`GET /store/orders` lists the orders of your account.',
  },
  category_not_found: {
    happened: 'There is no category with this id, or the id is not an int64 in plain digits.',
    fix: '`GET /categories` lists all categories.',
  },
  webhook_not_found: {
    happened: 'Your account has no webhook with this id.',
    fix: '`GET /webhooks` lists the webhooks of your account.',
  },
  key_not_found: {
    happened: 'Your account has no key with this id that works.',
    fix: '`GET /keys` lists the keys of your account.',
  },
  route_not_found: {
    happened: 'There is nothing at this path.',
    fix: 'Check the base address (messages have their own), then spelling and case.',
  },
  method_not_allowed: {
    happened: 'The path does not take this method.',
    fix: 'Use one of the methods that `Allow` names.',
  },
  pet_not_available: {
    happened: 'The pet is pending or sold, or another client has just ordered it.',
    fix: 'Order another pet: `GET /pets?status=available` lists them.',
  },
  pet_ordered: {
    happened:
      'An open order holds the pet. Until it is closed, the pet keeps its status and cannot be deleted.',
    fix: 'Complete or cancel the order: `GET /store/orders?status=placed` lists it. Other members may change.',
  },
  order_closed: {
    happened: 'You cancel a completed order, or complete a cancelled one.',
    fix: 'If you still want the pet, place another order.',
  },
  webhook_limit: {
    happened: 'An account can have 10 webhooks.',
    fix: 'Change or delete one of them.',
  },
  key_limit: {
    happened: 'An account can have 20 keys that work.',
    fix: 'Revoke a key that you do not need.',
  },
  events_expired: {
    happened:
      'Events after this position are gone: they were recorded more than 30 days ago, or operators began the log again.',
    fix: '[Begin a new copy](events.md#keep-a-copy).',
  },
  precondition_failed: {
    happened:
      'It is not in a state that `If-Match` names: somebody changed it after you read it, or you did and the answer was lost. With `If-None-Match: *`: it already exists.',
    fix: 'Read it again, and decide whether you still want the change ([how](changing.md#do-not-overwrite-another-change)).',
  },
  rate_limited: {
    happened:
      'Your account, your address, or all clients together sent more requests than the service takes ([limits](api.md#limits)).',
    fix: 'Wait the seconds of `Retry-After`, then send it again, and fewer a second.',
  },
  internal_error: {
    happened: 'Something failed on our side.',
    fix: 'If it happens again, report the value of `X-Request-Id`. A write [may have taken effect](consistency.md#no-answer-500-503-or-504).',
  },
  unavailable: {
    happened: 'The service is busy, or its storage fails.',
    fix: 'Wait the seconds of `Retry-After`, then [repeat the request safely](consistency.md#no-answer-500-503-or-504).',
  },
  timeout: {
    happened: 'The service did not finish in time. A write may have taken effect.',
    fix: '[Repeat the request safely](consistency.md#no-answer-500-503-or-504).',
  },
};
