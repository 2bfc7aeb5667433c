import * as z from 'zod/mini';
import { int64 } from '../int64.ts';
import { text } from '../text.ts';

const STATUSES = ['available', 'pending', 'sold'] as const;

/** Where a pet stands on its way to a new home. */
export const PetStatus = z
  .enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })
  .check(z.meta({ id: 'PetStatus', description: 'Where a pet stands on its way to a new home.' }));
export type PetStatus = z.infer<typeof PetStatus>;

/** Unicode's property White_Space, spelt out: other languages' expressions have no name for it. */
const NOT_BLANK = /[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u;

/** What a client says of a pet, next to its status. */
export const petMembers = {
  name: text({ min: 1, max: 256 }).check(
    z.refine((name) => name === '' || NOT_BLANK.test(name), {
      error: 'must hold a character that is not white space',
    }),
    z.meta({
      pattern: NOT_BLANK.source,
      description: 'Unicode code points, one of them no white space. Kept exactly as sent.',
    }),
  ),
  categoryId: int64.check(z.meta({ description: 'What kind of animal it is.' })),
};

/** A pet as the service holds it. */
export const Pet = z
  .object({
    id: int64.check(
      z.meta({ description: 'Made by the service: unique, ascending, never used again.' }),
    ),
    ...petMembers,
    status: PetStatus,
  })
  .check(z.meta({ id: 'Pet', description: 'An animal that is, or was, up for adoption.' }));
export type Pet = z.infer<typeof Pet>;
