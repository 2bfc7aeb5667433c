/** Storage throttles, fails or cannot be reached; the same request may succeed later. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
}

/** Storage did not answer in time, or broke off; a write may or may not have been applied. */
export class StorageTimeoutError extends Error {
  override readonly name = 'StorageTimeoutError';
}
