import * as z from 'zod/mini';
import { text } from '../text.ts';

/**
 * Control and format characters and line separators: they would disguise a listing. The zero-width
 * joiner is none of them, as emoji are made with it.
 */
const DISGUISES = /[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}/u;

/** What an account or a key is called: 1 to 128 Unicode code points on one line, not all white space. */
export const Label = text({ min: 1, max: 128 }).check(
  z.refine((value) => !DISGUISES.test(value), { error: 'must have no control characters' }),
  z.refine((value) => value.trim() !== '', {
    error: 'must have a character that is no white space',
  }),
);
