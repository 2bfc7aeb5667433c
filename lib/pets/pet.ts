import * as z from 'zod/mini';
import { int64 } from '../int64.ts';
import { text } from '../text.ts';

const STATUSES = ['available', 'pending', 'sold'] as const;

/** Where a pet stands on its way to a new home. */
export const PetStatus = z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` });
export type PetStatus = z.infer<typeof PetStatus>;

const NOT_BLANK = /\P{White_Space}/u;

/** A pet as a client describes it. Members that are not declared here are dropped. */
export const NewPet = z.object(
  {
    /** 1 to 256 Unicode code points, one of them at least no white space; kept exactly as sent. */
    name: text({ min: 1, max: 256 }).check(
      z.refine((name) => name === '' || NOT_BLANK.test(name), {
        error: 'must hold a character that is not white space',
      }),
    ),
    categoryId: int64,
    status: z._default(PetStatus, 'available'),
  },
  { error: 'The body must be a JSON object' },
);
export type NewPet = z.infer<typeof NewPet>;

/** A pet as the service holds it. */
export const Pet = z.object({ id: int64, ...NewPet.shape });
export type Pet = z.infer<typeof Pet>;

/** No pet has the id that was asked for. */
export class PetNotFoundError extends Error {
  override readonly name = 'PetNotFoundError';

  constructor() {
    super('No pet has this id');
  }
}
