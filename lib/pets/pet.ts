import type * as z from 'zod/mini';
import { component, described, oneOf } from '../values/described.ts';
import { int64 } from '../values/int64.ts';
import { visibleName } from '../values/visible-name.ts';

export const PetStatus = described(
  oneOf(['available', 'pending', 'sold']),
  'Where a pet stands on its way to a new home.',
  { id: 'PetStatus' },
);
export type PetStatus = z.infer<typeof PetStatus>;

/**
 * What a client says of a pet. Requests, answers, events, comparisons and documents follow from this and from
 * `petPatchMembers`, which does not compile without a member that is added here.
 */
export const petMembers = {
  name: visibleName,
  categoryId: described(int64, 'What kind of animal it is.'),
  status: PetStatus,
};

export const Pet = component('Pet', 'An animal that is, or was, up for adoption.', {
  id: described(int64, 'Made by the service: unique, ascending, never used again.'),
  ...petMembers,
});
export type Pet = z.infer<typeof Pet>;
