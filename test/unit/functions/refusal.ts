import { expect } from '@jest/globals';
import { ERRORS, type ErrorCode } from '../../../lib/errors/errors.ts';

/** What `invoke` gives where a request is refused, for `toMatchObject`. */
export const refusal = (code: ErrorCode, message = /\S/) => {
  const { status } = ERRORS[code];
  return {
    status,
    body: { code, message: expect.stringMatching(message), status: BigInt(status) },
  };
};
