import * as z from 'zod/mini';
import { described } from '../values/described.ts';

const FAULT = 'must be a whole number from 1 to 100, given once';

/** Most items on a page where a request has no `limit`. */
export const DEFAULT_LIMIT = 20;

/** A handler puts in the default, as a contract may forbid the parameter. @param items what the list has */
export const limitParameter = (items: string) =>
  described(
    z.optional(
      z.pipe(z.string(FAULT).check(z.regex(/^(?:[1-9]\d?|100)$/, FAULT)), z.transform(Number)),
    ),
    `Most ${items} on a page.`,
    { type: 'integer', format: 'int32', minimum: 1, maximum: 100, default: DEFAULT_LIMIT },
  );

export const cursorParameter = described(
  z.optional(z.string('must be given once')),
  'Where the page begins: opaque, taken from `Link`, and only for the same filters.',
  { pattern: '^[A-Za-z0-9_-]+$', maxLength: 256 },
);
