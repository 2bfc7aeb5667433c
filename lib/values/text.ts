import * as z from 'zod/mini';

/**
 * A text of 1 to `max` Unicode code points. Lone surrogates are refused, as storing them as
 * UTF-8 would silently change them.
 */
export const text = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.refine((value) => value.isWellFormed(), {
        error: 'must be well-formed Unicode, without lone surrogates',
      }),
      z.refine((value) => value !== '' && [...value].length <= max, {
        error: `must be 1 to ${max} characters long`,
      }),
      // JSON Schema counts code points too (draft 2020-12, "maxLength").
      z.meta({ minLength: 1, maxLength: max }),
    );
