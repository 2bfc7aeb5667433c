import type { AccessLogEntry } from 'local-aws';
import { API_KEY_PATTERN } from '../../lib/accounts/api-key.ts';

/** Writes one request. Its path is shown as it came, but for a key that a client put there by mistake. */
export const accessLogLine = ({ method, path, status, ms, requestId }: AccessLogEntry): string =>
  `${new Date().toISOString()} ${status} ${method} ${maskKeys(path)} ${ms} ms ${requestId}`;

/** Who reads the log can take escapes out as well, one after the other. */
const maskKeys = (path: string): string => {
  const plain = withoutEscapes(path);
  const masked = plain.replace(API_KEY_PATTERN, 'pet_***');
  return masked === plain ? path : masked;
};

/** Takes out the escapes of what keys consist of, and of the percent sign. All others stay: they may be line breaks. */
const withoutEscapes = (text: string): string => {
  const plain = text.replace(
    /%(?:25)*(25|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\da])/gi,
    (_escape, digits) => String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return plain === text ? text : withoutEscapes(plain);
};
