import * as z from 'zod/mini';

/** Most tags in a list: as many as a condition of DynamoDB compares with at once. */
const MOST = 100;

/** Most characters: twice as many as a hundred of our tags take. */
const LONGEST = 4096;

const TAG = '(?:W/)?"[^\\x00-\\x20"\\x7f]*"';

/** `*`, or tags with commas between; empty members of the list are allowed (RFC 9110, section 5.6.1). */
const FORM = new RegExp(
  `^(?:\\*|(?:,[ \\t]*)*${TAG}(?:[ \\t]*,(?:[ \\t]*,)*[ \\t]*${TAG})*[ \\t]*(?:,[ \\t]*)*)$`,
);

const FAULT = 'must be *, or entity tags in double quotes with commas between';

/** The strong tags without their quotes. Weak ones never match (section 13.1.1). */
const strongTags = (text: string): readonly string[] =>
  [...text.matchAll(/(W\/)?"([^"]*)"/g)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));

/** Reads an If-Match header: the revisions of which the item must have one, or `*`, with which any will do. */
export const IfMatch = z
  .pipe(
    z.string().check(
      z.maxLength(LONGEST, `must be at most ${LONGEST} characters long`),
      z.regex(FORM, FAULT),
      z.refine((text) => strongTags(text).length <= MOST, `must have at most ${MOST} entity tags`),
    ),
    z.transform((text): IfMatch => (text === '*' ? text : strongTags(text))),
  )
  .check(
    z.meta({
      pattern: FORM.source,
      maxLength: LONGEST,
      description:
        'Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed.',
    }),
  );

/** Revisions of which an item must have one, or `*` if any will do. */
export type IfMatch = readonly string[] | '*';
