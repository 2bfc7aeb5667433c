import type { Answer } from './exchange.ts';

/** The ETag of each object that the client returned. */
const TAGS = new WeakMap<object, string>();

/** Reads the answer of one thing, and keeps its ETag for a change of it. */
export const tagged = async <Body extends object>(answer: Promise<Answer<Body>>): Promise<Body> => {
  const { body, headers } = await answer;
  keepTag(body, headers);
  return body;
};

/** Keeps the ETag of an answer, if it has one, for a change of the thing. */
export const keepTag = (thing: object, headers: Headers): void => {
  const tag = headers.get('ETag');
  if (tag !== null) TAGS.set(thing, tag);
};

/** The header that makes a change fail if somebody else changed the thing since it was read. */
export const ifUnchanged = (thing: object | bigint | string): Readonly<Record<string, string>> => {
  const tag = typeof thing === 'object' ? TAGS.get(thing) : undefined;
  return tag === undefined ? {} : { 'If-Match': tag };
};

/** The id of a thing, or the id itself. */
export const idOf = <Id extends bigint | string>(thing: { readonly id: Id } | Id): Id =>
  typeof thing === 'object' ? thing.id : thing;
