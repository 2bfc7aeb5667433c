import * as z from 'zod/mini';
import { int64 } from '../values/int64.ts';
import { oneOf } from '../values/one-of.ts';
import { visibleName } from '../values/visible-name.ts';

const STATUSES = ['available', 'pending', 'sold'] as const;

export const PetStatus = oneOf(STATUSES).check(
  z.meta({ id: 'PetStatus', description: 'Where a pet stands on its way to a new home.' }),
);
export type PetStatus = z.infer<typeof PetStatus>;

/**
 * What a client says of a pet. Requests, answers, events, comparisons and documents follow from this and from
 * `petPatchMembers`, which does not compile without a member that is added here.
 */
export const petMembers = {
  name: visibleName,
  categoryId: int64.check(z.meta({ description: 'What kind of animal it is.' })),
  status: PetStatus,
};

export const Pet = z
  .object({
    id: int64.check(
      z.meta({ description: 'Made by the service: unique, ascending, never used again.' }),
    ),
    ...petMembers,
  })
  .check(z.meta({ id: 'Pet', description: 'An animal that is, or was, up for adoption.' }));
export type Pet = z.infer<typeof Pet>;
