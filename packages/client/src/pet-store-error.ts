import type { ServiceError } from './types.ts';

/**
 * The code of an error: one that the service documents, or one of the client's own.
 *
 * - `no_answer`: the connection broke, or no answer came in time.
 * - `unexpected_answer`: the answer is not one of this service. Check the base address.
 *
 * The service may add codes.
 */
export type ErrorCode = ServiceError['code'] | 'no_answer' | 'unexpected_answer' | (string & {});

/** What is known about a request that failed. */
type Failure = Omit<PetStoreError, 'name' | 'requestId' | 'status'> &
  Partial<Pick<PetStoreError, 'requestId' | 'status'>>;

/** The error of every request that failed. Its message says what to do. */
export class PetStoreError extends Error {
  override readonly name = 'PetStoreError';
  /** For programs: stable, and explained in the guide to error codes. */
  declare readonly code: ErrorCode;
  /** The HTTP status. Absent if no answer came. */
  declare readonly status: number | undefined;
  /** Name it when you report a problem. Absent if no answer came. */
  declare readonly requestId: string | undefined;
  /** The key that the request carried. Give it again to repeat a create that may have taken effect. */
  declare readonly idempotencyKey: string | undefined;
  /** Seconds to wait before the request is sent again. */
  declare readonly retryAfter: number;
  /**
   * Whether the same request, with the same idempotency key if it has one, may succeed later and
   * cannot take effect twice. The client has already repeated it.
   */
  declare readonly safeToRepeat: boolean;
  /** How often the client sent the request. */
  declare readonly attempts: number;

  constructor(failure: Failure) {
    super(failure.message, failure);
    Object.assign(this, failure);
  }
}
