import type { components } from './openapi.ts';

/**
 * The code of an error: one that the service documents, or one of the client's own.
 *
 * - `no_answer`: the connection broke, or no answer came in time.
 * - `unexpected_answer`: the answer is not one of this service. Check the base address.
 *
 * The service may add codes.
 */
export type ErrorCode =
  | components['schemas']['Error']['code']
  | 'no_answer'
  | 'unexpected_answer'
  | (string & {});

/** What is known about a request that failed. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly retryAfter: number;
  readonly safeToRepeat: boolean;
  readonly attempts: number;
  readonly cause?: unknown;
}

/** The error of every request that failed. Its message says what to do. */
export class PetStoreError extends Error {
  override readonly name = 'PetStoreError';
  /** For programs: stable, and explained in the guide to error codes. */
  readonly code: ErrorCode;
  /** The HTTP status. Absent if no answer came. */
  readonly status: number | undefined;
  /** Name it when you report a problem. Absent if no answer came. */
  readonly requestId: string | undefined;
  /** The key that the request carried. Give it again to repeat a create that may have taken effect. */
  readonly idempotencyKey: string | undefined;
  /** Seconds to wait before the request is sent again. */
  readonly retryAfter: number;
  /**
   * Whether the same request, with the same idempotency key if it has one, may succeed later and
   * cannot take effect twice. The client has already repeated it.
   */
  readonly safeToRepeat: boolean;
  /** How often the client sent the request. */
  readonly attempts: number;

  constructor(failure: Failure) {
    super(failure.message, failure);
    this.code = failure.code;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.idempotencyKey = failure.idempotencyKey;
    this.retryAfter = failure.retryAfter;
    this.safeToRepeat = failure.safeToRepeat;
    this.attempts = failure.attempts;
  }
}
