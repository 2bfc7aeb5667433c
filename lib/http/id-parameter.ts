import * as z from 'zod/mini';
import type { ErrorCode } from '../errors/errors.ts';
import { RequestError } from '../errors/request-error.ts';
import { described } from '../values/described.ts';

/** Reads the id of a path. What is none is refused like an id that does not exist: with `notFound`. */
export const idParameter = <Id>(
  notFound: ErrorCode,
  description: string,
  read: (text: string) => Id | undefined,
  form: z.core.GlobalMeta,
) => {
  const toId = z.transform((text: string): Id => {
    const id = read(text);
    if (id === undefined) throw new RequestError(notFound);
    return id;
  });
  return described(z.pipe(z.string(), toId), description, form);
};

/** Ids of a prefix and 16 random base62 digits: what they look like, and a reader. */
export const idsWith = (prefix: string) => {
  const form = { pattern: `^${prefix}[0-9A-Za-z]{16}$`, maxLength: prefix.length + 16 };
  const pattern = new RegExp(form.pattern);
  return { form, read: (text: string) => (pattern.test(text) ? text : undefined) };
};
