import * as z from 'zod/mini';

/** Most tags in a list: as many as a condition of DynamoDB compares with at once. */
const MOST = 100;

/** Most characters: twice as many as a hundred of our tags take. */
const LONGEST = 4096;

const TAG = '(?:W/)?"[^\\x00-\\x20"\\x7f]*"';

/** `*`, or tags with commas between; empty members of the list are allowed (RFC 9110, section 5.6.1). */
const PATTERN = `^(?:\\*|(?:,[ \\t]*)*${TAG}(?:[ \\t]*,(?:[ \\t]*,)*[ \\t]*${TAG})*[ \\t]*(?:,[ \\t]*)*)$`;

/** Its `source` has `\/`, which languages without slashes around an expression refuse. */
const FORM = new RegExp(PATTERN);

const FAULT = 'must be *, or entity tags in double quotes with commas between';

/** Revisions that entity tags name, or `*` for any. */
export type EntityTags = readonly string[] | '*';

/**
 * Reads a header of entity tags.
 * @param comparison `strong`: weak tags are left out, as they never match (RFC 9110, section 8.8.3.2)
 */
const entityTags = (comparison: 'strong' | 'weak', description: string) => {
  /** Without their quotes. */
  const tagsOf = (text: string): readonly string[] =>
    [...text.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) =>
      weak && comparison === 'strong' ? [] : [tag],
    );
  return z
    .pipe(
      z.string().check(
        z.maxLength(LONGEST, `must be at most ${LONGEST} characters long`),
        z.regex(FORM, FAULT),
        z.refine((text) => tagsOf(text).length <= MOST, `must have at most ${MOST} entity tags`),
      ),
      z.transform((text): EntityTags => (text === '*' ? text : tagsOf(text))),
    )
    .check(z.meta({ pattern: PATTERN, maxLength: LONGEST, description }));
};

/** Reads an If-Match header: the revisions of which the item must have one, or `*`, with which any will do. */
export const IfMatch = entityTags(
  'strong',
  'Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed.',
);

/** The headers of a read that answers an `ETag` (RFC 9110, section 13.1.2). */
export const conditionalRead = z.object({
  'If-None-Match': z.optional(
    entityTags(
      'weak',
      'Leaves the body out if the `ETag` is one of these: `*`, or up to 100 tags with commas between. Then the answer is 304.',
    ),
  ),
});

/** The headers of a write of an item that has an `ETag` (RFC 9110, section 13.1.1). */
export const conditionalWrite = z.object({ 'If-Match': z.optional(IfMatch) });
