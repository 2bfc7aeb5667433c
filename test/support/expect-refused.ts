import { expect } from '@jest/globals';
import type { ErrorCode } from '../../lib/errors/errors.ts';

/** Expects that a request is refused with this code. */
export const expectRefused = (request: Promise<unknown>, code: ErrorCode): Promise<void> =>
  expect(request).rejects.toMatchObject({ code });
