import * as z from 'zod/mini';
import { type EntityTags, entityTags } from './entity-tags.ts';

/** Reads an If-Match header: the revisions of which the item must have one, or `*`, with which any will do. */
export const IfMatch = entityTags(
  'strong',
  'Changes it only if its `ETag` is one of these: `*`, or up to 100 tags with commas between. Otherwise the answer is 412, and nothing has changed.',
);

/** The headers of a write of an item that has an `ETag` (RFC 9110, section 13.1.1). */
export const conditionalWrite = z.object({ 'If-Match': z.optional(IfMatch) });

/** Revisions of which an item must have one, or `*` if any will do. */
export type IfMatch = EntityTags;
