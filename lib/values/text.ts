import * as z from 'zod/mini';

/**
 * A text of `min` to `max` Unicode code points. Lone surrogates are refused, as storing them as
 * UTF-8 would silently change them.
 */
export const text = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
    .check(
      z.refine((value) => value.isWellFormed(), {
        error: 'must be well-formed Unicode, without lone surrogates',
      }),
      z.refine((value) => isBetween(min, [...value].length, max), {
        error: `must be ${min} to ${max} characters long`,
      }),
      // JSON Schema counts code points too (draft 2020-12, "maxLength").
      z.meta({ minLength: min, maxLength: max }),
    );

const isBetween = (min: number, value: number, max: number) => min <= value && value <= max;
