import { API_KEY_PATTERN } from '../../lib/accounts/api-key.ts';
import type { AccessLogEntry } from './gateway/api-listener.ts';

/** Writes one request. A key that a client put into the path by mistake is masked. */
export const accessLogLine = ({ method, path, status, ms, requestId }: AccessLogEntry): string =>
  `${new Date().toISOString()} ${status} ${method} ${maskKeys(path)} ${ms} ms ${requestId}`;

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
