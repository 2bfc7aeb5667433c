import { logError } from '../log.ts';
import { PetNotFoundError } from '../pets/pet.ts';
import { StorageTimeoutError, StorageUnavailableError } from '../storage-errors.ts';
import { ERRORS, type ErrorBody, type ErrorCode, RequestError } from './errors.ts';

/** An answer as API Gateway takes it from a function (Lambda proxy integration). */
export interface ErrorResponse {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/**
 * Maps whatever was thrown to an answer: the one place where errors meet HTTP. What nobody
 * foresaw becomes an opaque 500, and a log line that the request id leads to.
 */
export const toErrorResponse = (error: unknown, requestId: string): ErrorResponse => {
  if (error instanceof RequestError) return respond(error.code, error.message, error.headers);
  if (error instanceof PetNotFoundError) return respond('pet_not_found', error.message);
  if (error instanceof StorageTimeoutError) {
    logError('storage_timeout', error, { requestId });
    return respond(
      'timeout',
      'The service did not answer in time. The request may or may not have taken effect: check before you send it again.',
    );
  }
  if (error instanceof StorageUnavailableError) {
    logError('storage_unavailable', error, { requestId });
    return respond(
      'unavailable',
      'The service is busy or its storage fails. Send the request again after the seconds that Retry-After gives; after a write, check first whether it took effect.',
    );
  }
  logError('unexpected_error', error, { requestId });
  return respond(
    'internal_error',
    'Something went wrong on our side. If it happens again, report the value of the X-Request-Id header.',
  );
};

const respond = (
  code: ErrorCode,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): ErrorResponse => {
  const { status, ...rest } = ERRORS[code];
  const body: ErrorBody = { code, message, status };
  const fixed = 'headers' in rest ? rest.headers : {};
  return { statusCode: status, headers: { ...fixed, ...headers }, body: JSON.stringify(body) };
};
