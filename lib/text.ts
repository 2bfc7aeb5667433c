import * as z from 'zod/mini';

const NOT_BLANK = /\P{White_Space}/u;

/**
 * A text of `min` to `max` Unicode code points with at least one that is not white space.
 * Lone surrogates are refused, as storing them as UTF-8 would silently change them.
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
      z.refine((value) => value === '' || NOT_BLANK.test(value), {
        error: 'must hold a character that is not white space',
      }),
    );

const isBetween = (min: number, value: number, max: number) => min <= value && value <= max;
