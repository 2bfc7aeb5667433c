import * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';
import { INT64, parseInt64 } from '../int64.ts';
import { RequestError } from '../request-error.ts';

/**
 * The id of something as a path parameter. A text that is not an int64 in plain digits is refused like an id
 * that does not exist.
 * @param notFound the error code of that
 */
export const idParameter = (notFound: ErrorCode, description: string) =>
  z
    .pipe(
      z.string(),
      z.transform((text): bigint => {
        const id = parseInt64(text);
        if (id === undefined) throw new RequestError(notFound);
        return id;
      }),
    )
    .check(z.meta({ ...INT64, description }));
