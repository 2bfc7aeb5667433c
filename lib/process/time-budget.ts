/**
 * How long things may take, in milliseconds: the one chain of time limits, from a connection to what
 * the gateway waits for. A part that waits for another waits longer than that one may take, or it would
 * give up without a truthful answer. Functions and templates both read it from here.
 */
export const TIME_BUDGET = {
  /** A connection to DynamoDB or Lambda. */
  connection: 500,
  /** The answer to one attempt of a call to them, and any silence within it. */
  attempt: 1500,
  /** A connection to them that was idle for longer is not used again. DynamoDB closes one after some 60 s. */
  idle: 5000,
  /** Noting a key's last use, all attempts of it: the authorizer's answer waits no longer for that. */
  lastUse: 500,
  /** The authorizer's read of a key, all attempts of it: after that it fails, which is our 503. */
  keyRead: 8500,
  /** An operation, all calls of it: after that it answers our 504. */
  operation: 9500,
  /** An invocation: after that Lambda ends it, and the gateway answers for it. */
  invocation: 10_000,
  /** API Gateway's wait for an invocation and the start before it, which Lambda gives 10 s as well. */
  integration: 29_000,
  /** A delivery to a webhook, from the look-up of its name to the status of the answer. */
  delivery: 15_000,
  /** A webhook's lease: nobody else delivers to it meanwhile. */
  lease: 30_000,
  /** Finding the webhooks that have work, and starting their deliveries: it begins none after this. */
  starts: 50_000,
  /** The same invocation: after that Lambda ends it. */
  wake: 60_000,
  /** An invocation delivers to each of its webhooks, one delivery after the other, and begins none after this. */
  deliveries: 240_000,
  /** The same invocation: after that Lambda ends it. */
  deliverer: 300_000,
} as const;

/**
 * Attempts of a call to DynamoDB or Lambda, the first included. Between them the SDK pauses for a random part
 * (full jitter) of 25 ms and 50 ms, or of 1 s and 2 s where they throttle.
 */
export const ATTEMPTS = 3;
