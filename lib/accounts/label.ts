import * as z from 'zod/mini';
import { text } from '../text.ts';

/** Control characters, line separators and changes of direction: they would disguise a listing. */
const DISGUISES = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** What an account or a key is called: 1 to 128 Unicode code points on one line, not all white space. */
export const Label = text({ min: 1, max: 128 }).check(
  z.refine((value) => !DISGUISES.test(value), { error: 'must have no control characters' }),
  z.refine((value) => value.trim() !== '', {
    error: 'must have a character that is no white space',
  }),
);
