import type { APIGatewayEventRequestContext } from 'aws-lambda';
import { IdempotencyKeyReusedError } from '../idempotency/idempotency-key.ts';
import { logError } from '../log.ts';
import { PetNotFoundError } from '../pets/pet.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../storage-errors.ts';
import { MalformedItemError } from '../stored-item.ts';
import { type ErrorBody, type ErrorCode, errorDefinition, RequestError } from './errors.ts';

/** An answer as API Gateway takes it from a function (Lambda proxy integration). */
export interface ErrorResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Maps whatever was thrown to an answer: the one place where errors meet HTTP. What nobody
 * foresaw becomes an opaque 500, and a log line that the request's ids lead to: a client may choose the
 * request id, so that only the extended one is sure to be of one request.
 */
export const toErrorResponse = (
  error: unknown,
  ids: Pick<APIGatewayEventRequestContext, 'extendedRequestId' | 'requestId'>,
): ErrorResponse => {
  if (error instanceof RequestError) return respond(error.code, error.message, error.headers);
  if (error instanceof PetNotFoundError) return respond('pet_not_found');
  if (error instanceof IdempotencyKeyReusedError) return respond('idempotency_key_reused');
  if (error instanceof StorageTimeoutError) {
    logError('storage_timeout', error, { ...ids });
    return respond('timeout');
  }
  if (error instanceof StorageUnavailableError) {
    logError('storage_unavailable', error, { ...ids });
    return respond('unavailable');
  }
  const malformed = error instanceof MalformedItemError;
  logError(malformed ? 'malformed_item' : 'unexpected_error', error, { ...ids });
  return respond('internal_error');
};

const respond = (
  code: ErrorCode,
  message: string = errorDefinition(code).message,
  headers: Readonly<Record<string, string>> = {},
): ErrorResponse => {
  const { status, headers: fixed } = errorDefinition(code);
  const body: ErrorBody = { code, message, status };
  return { statusCode: status, headers: { ...fixed, ...headers }, body: JSON.stringify(body) };
};
