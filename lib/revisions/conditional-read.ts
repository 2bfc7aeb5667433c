import * as z from 'zod/mini';
import { entityTags } from './entity-tags.ts';

/** The headers of a read that answers an `ETag` (RFC 9110, section 13.1.2). */
export const conditionalRead = z.object({
  'If-None-Match': z.optional(
    entityTags(
      'weak',
      'Leaves the body out if the `ETag` is one of these: `*`, or up to 100 tags with commas between. Then the answer is 304.',
    ),
  ),
});
