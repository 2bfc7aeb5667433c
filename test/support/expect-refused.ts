import { expect } from '@jest/globals';
import type { ErrorCode } from '../../lib/errors/errors.ts';

/** Expects that a request is refused with this code, and a message that matches. */
export const expectRefused = (request: Promise<unknown>, code: ErrorCode, message = /\S/) =>
  expect(request).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
