/** Sent with every answer, by functions and by gateway responses alike; `X-Request-Id` comes on top. */
export const COMMON_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Sent with the answer to a request whose idempotency key came before. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** Names the request in answers, logs and support cases. A client may choose it, by `x-amzn-RequestId`. */
export const REQUEST_ID_HEADER = 'X-Request-Id';
