import { expect } from '@jest/globals';
import { ERRORS, type ErrorCode, errorDefinition } from '../../lib/errors/errors.ts';
import type { Answer } from './client.ts';

/** Expects the headers that every answer has. */
export const expectCommonHeaders = ({ headers }: Answer): void => {
  expect(headers.get('X-Request-Id')).toMatch(/^[\w-]{8,}$/);
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d+/);
  expect(headers.get('Content-Type')).toMatch(/^application\/json/);
  // API Gateway names no server (Developer Guide, "Important notes for REST APIs").
  for (const name of ['Server', 'X-Powered-By', 'Access-Control-Allow-Origin']) {
    expect(headers.get(name)).toBeNull();
  }
};

/** Expects an Error with this code, its status, exactly its three members, and its headers. */
export const expectError = (
  answer: Answer,
  code: ErrorCode,
  status: number = ERRORS[code].status,
): void => {
  const message = expect.stringMatching(/\S/);
  expect(answer.body).toEqual({ code, message, status: BigInt(status) });
  expect(answer.status).toBe(status);
  expectCommonHeaders(answer);
  for (const [name, value] of Object.entries(errorDefinition(code).headers ?? {})) {
    expect(answer.headers.get(name)).toBe(value);
  }
};
