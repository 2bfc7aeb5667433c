import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import { INT64, parseInt64 } from '../values/int64.ts';

/** A text that is not an int64 in plain digits is refused like an id that does not exist: with `notFound`. */
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
