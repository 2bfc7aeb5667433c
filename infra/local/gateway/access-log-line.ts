import { API_KEY_PATTERN } from '../../../lib/accounts/api-key.ts';
import type { AccessLogEntry } from './http-server.ts';

/** Writes one request for the terminal. A key that a client put into the path by mistake is masked. */
export const accessLogLine = (entry: AccessLogEntry): string => {
  const { httpMethod, status, ms, accountId = '-', requestId } = entry;
  const path = entry.path.replace(API_KEY_PATTERN, 'pet_***');
  return `${new Date().toISOString()} ${status} ${httpMethod} ${path} ${ms} ms ${accountId} ${requestId}`;
};

/**
 * Writes one request as the access log on AWS has it (`access-log-format.ts`), but for its trace and latencies; undefined if it has
 * none, outside of the stage.
 */
export const accessLogJson = (entry: AccessLogEntry): string | undefined => {
  const { requestId, extendedRequestId, accountId, keyId, httpMethod, resourcePath } = entry;
  if (resourcePath === undefined) return undefined;
  return JSON.stringify({
    requestId,
    extendedRequestId,
    authorizerRequestId: requestId,
    integrationRequestId: requestId,
    requestTime: new Date().toISOString(),
    accountId: accountId ?? '-',
    keyId: keyId ?? '-',
    method: httpMethod,
    resourcePath,
    status: String(entry.status),
    responseType: entry.responseType ?? '-',
    responseLatency: String(entry.ms),
  });
};
