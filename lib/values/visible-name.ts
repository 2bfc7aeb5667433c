import * as z from 'zod/mini';
import { text } from './text.ts';

/** A character that is not of Unicode's White_Space, spelt out: expressions of other languages have no name for it. */
export const NOT_BLANK = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

/** A name of 1 to 256 Unicode code points, at least one of which can be seen. */
export const visibleName = text({ min: 1, max: 256 }).check(
  z.refine((name) => name === '' || NOT_BLANK.test(name), {
    error: 'must hold a character that is not white space',
  }),
  z.meta({
    pattern: NOT_BLANK.source,
    description: 'Unicode code points, one of them no white space. Kept exactly as sent.',
  }),
);
