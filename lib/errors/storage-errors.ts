import type { ErrorCode } from './errors.ts';

/**
 * Storage did not do what it was asked: a function that is built over a client may throw one. Clients are answered with the
 * code; the message is for the log.
 */
export abstract class StorageError extends Error {
  abstract readonly code: ErrorCode;
  /** What operators search the log for. */
  abstract readonly logCode: string;
}

/** Storage throttles, fails or cannot be reached; the same request may succeed later. */
export class StorageUnavailableError extends StorageError {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'unavailable';
  readonly logCode = 'storage_unavailable';
}

/** Storage did not answer in time, or broke off; a write may or may not have been applied. */
export class StorageTimeoutError extends StorageError {
  override readonly name = 'StorageTimeoutError';
  readonly code = 'timeout';
  readonly logCode = 'storage_timeout';
}

/**
 * What is stored is not what the service writes. Its message leads an operator to the item: it holds
 * the table's name, the item's key, and which members are at fault, but none of their values.
 */
export class MalformedItemError extends StorageError {
  override readonly name = 'MalformedItemError';
  readonly code = 'internal_error';
  readonly logCode = 'malformed_item';
}
