import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
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
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw toStorageError(error);
      }
    },
    { name: 'storageErrors', step: 'initialize', priority: 'high' },
  );
  return DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: (text) => parseWholeNumber(text) ?? Number(text) },
  });
};

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

const toStorageError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  if (error.name === 'TimeoutError') {
    return new StorageTimeoutError('Storage did not answer in time', { cause: error });
  }
  return THROTTLES.has(error.name) || isServerFault(error) || isNetworkFault(error)
    ? new StorageUnavailableError('Storage throttles or cannot be reached', { cause: error })
    : error;
};

/** What the SDK throws for a 5xx answer of DynamoDB. */
const isServerFault = (error: Error) => '$fault' in error && error.$fault === 'server';

/** What Node throws when no answer came: ECONNREFUSED, ECONNRESET, ENOTFOUND and their kin. */
const isNetworkFault = (error: Error) =>
  'code' in error && typeof error.code === 'string' && /^E[A-Z_]+$/.test(error.code);
