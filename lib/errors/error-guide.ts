import type { ErrorCode } from './errors.ts';

/**
 * What people should know of an error code beyond the message that is sent, in Markdown. The page of error codes follows
 * from it. No function needs it.
 */
export const ERROR_GUIDE = {
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
    happened: 'No pet has this id, or it is not an int64 in plain digits.',
    fix: '`GET /pets` lists all pets.',
  },
  order_not_found: {
    happened: 'Your account neither placed an order with this id, nor owns its pet.',
    fix: '`GET /store/orders` lists the orders of your account.',
  },
  category_not_found: {
    happened: 'No category has this id, or it is not an int64 in plain digits.',
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
    happened: 'The pet has another status, or another client has just ordered it.',
    fix: 'Order another pet: `GET /pets?status=available` lists them.',
  },
  pet_ordered: {
    happened:
      'An open order holds the pet. Until it is closed, the pet keeps its status and cannot be deleted.',
    fix: 'Complete or cancel the order: `GET /store/orders?status=placed` lists it. Other members may change.',
  },
  order_closed: {
    happened: 'The order was closed before, in another way.',
    fix: 'If you still want the pet, place another order.',
  },
  webhook_limit: {
    happened: 'An account can have 10 webhooks.',
    fix: 'Change or delete one of them.',
  },
  key_limit: {
    happened: 'An account can have 20 keys. One that ended by itself counts for a day more.',
    fix: 'Revoke a key that you do not need.',
  },
  key_rolled: {
    happened: 'The key was rolled before, by you or another caller: `replacedBy` is its successor.',
    fix: 'Use the successor. If nobody has it, [create a key](keys.md#the-answer-was-lost).',
  },
  events_expired: {
    happened:
      'Events after this position are gone: they were recorded more than 30 days ago, or operators began the log again.',
    fix: '[Begin a new copy](events.md#keep-a-copy).',
  },
  precondition_failed: {
    happened:
      'It is not in a state that `If-Match` names: somebody changed it after you read it, or you did and the answer was lost. With `If-None-Match: *`: it already exists.',
    fix: '[Read it again](changing.md#do-not-overwrite-another-change), and decide whether you still want the change.',
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
} as const satisfies Record<ErrorCode, { happened: string; fix: string }>;
