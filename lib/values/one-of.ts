import * as z from 'zod/mini';

export const oneOf = <const Texts extends readonly string[]>(texts: Texts) =>
  z.enum(texts, {
    error: ({ input }) =>
      // A query parameter that is given twice is a list.
      `must be one of ${texts.join(', ')}${Array.isArray(input) ? ', given once' : ''}`,
  });
