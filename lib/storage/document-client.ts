import {
  type AttributeValue,
  DynamoDBClient,
  type DynamoDBClientConfig,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, NumberValue } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { StorageTimeoutError, StorageUnavailableError } from '../errors/storage-errors.ts';
import { checkDeadline } from '../process/deadline.ts';
import { requestHandler, useNewConnections } from '../process/request-handler.ts';
import { ATTEMPTS } from '../process/time-budget.ts';
import { parseWholeNumber } from '../values/json.ts';

/**
 * A DynamoDB document client whose whole numbers are bigints, and whose failures are the two
 * errors of `storage-errors.ts` wherever the caller can do nothing but wait.
 */
export const createDocumentClient = (config: DynamoDBClientConfig = {}): DynamoDBDocumentClient => {
  const client = new DynamoDBClient({
    maxAttempts: ATTEMPTS,
    requestHandler: requestHandler(),
    ...config,
  });
  // The last step before signing, sending and retrying, so that errors of our own code are not translated.
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
  // Within the SDK's retrying, so before each attempt.
  client.middlewareStack.add(
    (next) => async (args) => {
      checkDeadline();
      try {
        return await next(args);
      } catch (error) {
        // The SDK would give up at once where a write meets a transaction, which is over in a moment.
        if (error instanceof TransactionConflictException) Object.assign(error, { $retryable: {} });
        throw error;
      }
    },
    { name: 'deadline', step: 'finalizeRequest', priority: 'low' },
  );
  return DynamoDBDocumentClient.from(client, { unmarshallOptions: { ...UNMARSHALL } });
};

const UNMARSHALL = {
  // The service stores whole numbers only. Another one stays what it is to the last digit, so that
  // a list can continue after a key that is such a number.
  wrapNumbers: (text: string) => parseWholeNumber(text) ?? NumberValue.from(text),
};

/** Reads an item that came with an error: the document client reads those of answers only. */
export const readItem = (item: Record<string, AttributeValue>): Record<string, unknown> =>
  unmarshall(item, UNMARSHALL);

const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
  'TransactionInProgressException',
]);

/** Node's codes for a connection that was not made. */
const NOT_CONNECTED = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/**
 * Says whether a write may have taken effect though it failed, or may still do so: it was sent, and either not answered
 * or answered with a failure of DynamoDB itself.
 */
const mayTakeEffect = (error: unknown): boolean => {
  if (!(error instanceof Error)) return true;
  if ('$fault' in error) return error.$fault === 'server';
  return !('code' in error && NOT_CONNECTED.has(String(error.code)));
};

/** The logged message of a write that is answered 504 because of an earlier attempt. */
export const UNSURE = 'An attempt of a write was not answered, and may have taken effect';

/** Where a command takes the middleware of `watchAttempts`: within the SDK's retrying. */
export const WATCHED = {
  name: 'watchAttempts',
  step: 'finalizeRequest',
  priority: 'low',
  // The document client adds a command's middleware twice: the second replaces the first.
  override: true,
} as const;

/**
 * Watches the attempts of writes.
 * @param again whether a write is sent again after an attempt that may take effect; if not, a kept connection that has died
 * unseen would cost its only one. @default true
 */
export const watchAttempts = (again = true) => {
  let unsure = false;
  return {
    /** Whether there was an attempt that may have taken effect, or may still do so. */
    isUnsure: () => unsure,
    middleware:
      <Args, Result>(next: (args: Args) => Promise<Result>) =>
      async (args: Args): Promise<Result> => {
        if (!again) useNewConnections();
        try {
          return await next(args);
        } catch (error) {
          unsure ||= mayTakeEffect(error);
          if (again || !unsure) throw error;
          // Without the cause, for which the SDK would send it again.
          throw new StorageTimeoutError(`${UNSURE}: ${error}`);
        }
      },
  };
};

/** Translates the error that the SDK gave up with: an answer of DynamoDB, or none. */
const toStorageError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return error;
  const fault = '$fault' in error ? error.$fault : undefined;
  if (fault === 'client' && !THROTTLES.has(error.name)) return error;
  const code = 'code' in error ? String(error.code) : '';
  return fault !== undefined || NOT_CONNECTED.has(code)
    ? new StorageUnavailableError('Storage throttles, fails or cannot be reached', { cause: error })
    : new StorageTimeoutError('Storage did not answer, or broke off', { cause: error });
};
