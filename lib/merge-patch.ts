import * as z from 'zod/mini';
import type { Schema } from './schema.ts';

/** A member that a patch may leave out. Null would remove it (RFC 7396, section 2). */
export const kept = <Value>(member: Schema<Value>) =>
  z.optional(
    z.pipe(
      z.transform((input, { issues }) => {
        const message = 'cannot be removed: leave it out to keep it';
        if (input === null) issues.push({ code: 'custom', message, input });
        return input;
      }),
      member,
    ),
  );
