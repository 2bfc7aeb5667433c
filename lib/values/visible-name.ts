import * as z from 'zod/mini';
import { text } from './text.ts';

/** A character that is not of Unicode's White_Space. */
const NOT_BLANK = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

/** A name of 1 to 256 Unicode code points, at least one of which is not white space. */
export const visibleName = text(256).check(
  z.refine((name) => name === '' || NOT_BLANK.test(name), {
    error: 'must hold a character that is not white space',
  }),
  z.meta({
    // Not each language knows the escapes above. Which rare characters are white space differs.
    pattern: '\\S',
    description: 'Unicode code points, at least one of them not white space. Kept exactly as sent.',
  }),
);
