import { API_KEY_PATTERN } from '../../lib/accounts/api-key.ts';
import type { AccessLogEntry } from './gateway/api-listener.ts';

/** Writes one request for the terminal. A key that a client put into the path by mistake is masked. */
export const accessLogLine = (entry: AccessLogEntry): string => {
  const { method, path, status, ms, accountId = '-', requestId } = entry;
  const when = new Date().toISOString();
  return `${when} ${status} ${method} ${maskKeys(path)} ${ms} ms ${accountId} ${requestId}`;
};

/** Writes one request as the access log on AWS has it (`stage-options.ts`); undefined if it has none, outside of the stage. */
export const accessLogJson = (entry: AccessLogEntry): string | undefined => {
  const { requestId, extendedRequestId, accountId, keyId, method, resourcePath } = entry;
  if (resourcePath === undefined) return undefined;
  return JSON.stringify({
    requestId,
    extendedRequestId,
    authorizerRequestId: requestId,
    integrationRequestId: requestId,
    traceId: '-',
    requestTime: new Date().toISOString(),
    accountId: accountId ?? '-',
    keyId: keyId ?? '-',
    method,
    resourcePath,
    status: String(entry.status),
    responseType: entry.responseType ?? '-',
    responseLatency: String(entry.ms),
    authorizerLatency: latency(entry.authorizerLatency),
    integrationLatency: latency(entry.integrationLatency),
  });
};

const latency = (ms: number | undefined): string => ms?.toFixed(0) ?? '-';

/** A reader of the log could decode escapes repeatedly, so this does too. */
const maskKeys = (path: string): string => {
  const plain = withoutEscapes(path);
  const masked = plain.replace(API_KEY_PATTERN, 'pet_***');
  return masked === plain ? path : masked;
};

/** Decodes the characters of keys and the percent sign. Other escapes stay: they may be line breaks. */
const withoutEscapes = (text: string): string => {
  const plain = text.replace(
    /%(?:25)*(25|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])/gi,
    (_escape, digits) => String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return plain === text ? text : withoutEscapes(plain);
};
