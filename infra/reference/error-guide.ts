import type { ErrorCode } from '../../lib/http/errors.ts';

/** What people should know of an error code beyond the message that is sent. In Markdown. */
interface ErrorGuide {
  readonly happened: string;
  readonly mend: string;
}

/** The guide to every error code. It is no part of `ERRORS`, as functions need not load it. */
export const ERROR_GUIDE: Readonly<Record<ErrorCode, ErrorGuide>> = {
  invalid_json: {
    happened:
      'The body is no JSON, or not in plain UTF-8: empty, cut off, compressed, or after a byte order mark.',
    mend: 'Send one JSON value in UTF-8.',
  },
  validation_failed: {
    happened: 'A body, a parameter, or the request as such is not as described.',
    mend: 'The message names every fault of what was looked at first: query parameters, then the path, the body, the idempotency key. Mend them all and send it again.',
  },
  unsupported_media_type: {
    happened: 'The content type is missing, or is not JSON.',
    mend: 'Send `Content-Type: application/json`; parameters such as `charset` may follow.',
  },
  invalid_cursor: {
    happened: 'The cursor is not one of ours, or belongs to another `status`.',
    mend: 'Follow the URL of `Link` as it is, or start again from the first page.',
  },
  request_too_large: {
    happened:
      'The body is longer than the operation takes. From about 4.5 MB on the status is 413. Over 10 MB that answer is plain text and not an Error.',
    mend: 'Send less: [the guide](api.md) tells the limits.',
  },
  idempotency_key_reused: {
    happened:
      'The account sent this `Idempotency-Key` within the last 24 hours with another body, or to another operation.',
    mend: 'Use a key of its own for each request, and the same one only to send that request again.',
  },
  unauthorized: {
    happened: 'The key is missing, mistyped, of another stage, expired or withdrawn.',
    mend: 'Send a whole key of this stage as `Authorization: Bearer <API key>`. Its operators hand out keys.',
  },
  insufficient_scope: {
    happened: 'The key is read-only: it may list and get.',
    mend: 'Use a key with full access.',
  },
  pet_not_found: {
    happened: 'There is no pet with this id, or the id is no int64 in plain digits.',
    mend: '`GET /pets` lists the pets there are.',
  },
  route_not_found: {
    happened: 'There is nothing at this path.',
    mend: 'Check the base address, as pets and messages have one each, then spelling and case.',
  },
  method_not_allowed: {
    happened: 'The path is there, but not for this method.',
    mend: 'Use one of the methods that `Allow` names.',
  },
  rate_limited: {
    happened:
      'More requests came than your account may send, or than the service takes from all, in a second.',
    mend: 'Wait the seconds of `Retry-After`, then send it again, more slowly.',
  },
  internal_error: {
    happened: 'A fault of ours.',
    mend: 'If it happens again, report the value of `X-Request-Id`.',
  },
  unavailable: {
    happened: 'The service is busy, or its storage fails.',
    mend: 'Wait the seconds of `Retry-After` and send it again. A write is safe to send again with the same `Idempotency-Key`; without one, check first whether it took effect.',
  },
  timeout: {
    happened: 'There was no answer in time: a write may or may not have taken effect.',
    mend: 'Send it again with the same `Idempotency-Key`; without one, check first whether it took effect.',
  },
};
