import type { APIGatewayEventRequestContext, APIGatewayProxyResult } from 'aws-lambda';
import { errorDefinition } from '../errors/errors.ts';
import { type ErrorBody, RequestError } from '../errors/request-error.ts';
import { StorageError } from '../errors/storage-errors.ts';
import { logError } from '../process/log.ts';

/**
 * Makes an answer of anything that was thrown. An expected error carries its code. Any other becomes
 * an opaque 500, and a log line that the request's ids lead to: a client may choose the request id, so
 * that only the extended one is sure to be of one request.
 */
export const toErrorResponse = (
  error: unknown,
  { requestId, extendedRequestId }: APIGatewayEventRequestContext,
): APIGatewayProxyResult => {
  if (error instanceof RequestError) return responseOf(error);
  const isStorage = error instanceof StorageError;
  logError(isStorage ? error.logCode : 'unexpected_error', error, { requestId, extendedRequestId });
  return responseOf(new RequestError(isStorage ? error.code : 'internal_error'));
};

const responseOf = ({ code, message, headers }: RequestError): APIGatewayProxyResult => {
  const { status, headers: fixed } = errorDefinition(code);
  const body: ErrorBody = { code, message, status };
  return { statusCode: status, headers: { ...fixed, ...headers }, body: JSON.stringify(body) };
};
