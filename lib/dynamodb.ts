import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, NumberValue } from '@aws-sdk/lib-dynamodb';
import { parseWholeNumber } from './http/json.ts';
import { StorageTimeoutError, StorageUnavailableError } from './storage-errors.ts';

/** Milliseconds and attempts: three attempts end well before a function's time limit. */
const LIMITS = { maxAttempts: 3, connectionTimeout: 500, requestTimeout: 1500 } as const;

/**
 * A DynamoDB document client whose whole numbers are bigints, and whose failures are the two
 * errors of `storage-errors.ts` wherever the caller can do nothing but wait.
 */
export const createDocumentClient = (config: DynamoDBClientConfig = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    maxAttempts: LIMITS.maxAttempts,
    requestHandler: {
      connectionTimeout: LIMITS.connectionTimeout,
      requestTimeout: LIMITS.requestTimeout,
      throwOnRequestTimeout: true,
    },
    ...config,
  });
  // The last thing before signing, sending and retrying: faults of our own pass by it.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    { name: 'storageErrors', step: 'build', priority: 'low' },
  );
  return DynamoDBDocumentClient.from(client, {
    // The service stores whole numbers only. Another one stays what it is to the last digit, so that
    // a list can go on behind a key that is such a number.
    unmarshallOptions: { wrapNumbers: (text) => parseWholeNumber(text) ?? NumberValue.from(text) },
  });
};

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

/** Node's names for a connection that never came to be. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** Looks at what is left when the SDK has given up: an answer of DynamoDB, or the lack of one. */
const toStorageError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const fault = '$fault' in error ? error.$fault : undefined;
  if (fault === 'client' && !THROTTLES.has(error.name)) return error;
  const code = 'code' in error ? String(error.code) : '';
  return fault !== undefined || NOT_CONNECTED.has(code)
    ? new StorageUnavailableError('Storage throttles, fails or cannot be reached', { cause: error })
    : new StorageTimeoutError('Storage did not answer, or broke off', { cause: error });
};
