import type { Answer } from './exchange.ts';

/** The ETag of each object that the client returned. */
const ETAGS = new WeakMap<object, string>();

/** Keeps the ETag of an answer, if it has one, for a change of the thing: the body, or the one item of a list. */
export const keepEtag = ({ body, headers }: Answer<unknown>): void => {
  const etag = headers.get('ETag');
  const thing: unknown = Array.isArray(body) && body.length === 1 ? body[0] : body;
  if (etag !== null && typeof thing === 'object' && thing !== null) ETAGS.set(thing, etag);
};

/** The header that makes a change fail if the thing is there already, or is not as it was read. */
export const conditionOf = (
  thing: object | bigint | string,
  { onlyNew }: { readonly onlyNew?: boolean } = {},
): Readonly<Record<string, string>> => {
  const etag = typeof thing === 'object' ? ETAGS.get(thing) : undefined;
  if (onlyNew) return { 'If-None-Match': '*' };
  return etag === undefined ? {} : { 'If-Match': etag };
};

/** The header that leaves the thing out of the answer if it has not changed. */
export const unlessKnown = (thing: object | undefined): Readonly<Record<string, string>> => {
  const etag = thing && ETAGS.get(thing);
  return etag === undefined ? {} : { 'If-None-Match': etag };
};

/** The id of a thing, or the id itself. */
export const idOf = <Id extends bigint | string>(thing: { readonly id: Id } | Id): Id =>
  typeof thing === 'object' ? thing.id : thing;
