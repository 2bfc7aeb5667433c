import * as z from 'zod/mini';
import { described } from '../values/described.ts';
import { kept, reversePatch } from '../values/merge-patch.ts';
import type { Schema } from '../values/schema.ts';
import { type Pet, petMembers } from './pet.ts';

/**
 * The members of a merge patch of a pet (RFC 7396): `kept` for those that every pet has, `z.nullable` for optional ones,
 * which null removes.
 */
export const petPatchMembers = {
  name: kept(petMembers.name),
  categoryId: kept(petMembers.categoryId),
  status: kept(petMembers.status),
} satisfies Record<keyof typeof petMembers, Schema>;

/** The patch that takes a change of a pet back. */
export const PetChanges = described(
  z.object(petPatchMembers),
  'Of `pet.updated`: the members that changed, as they were before.',
);
export type PetChanges = z.infer<typeof PetChanges>;

/** The former values of the members that differ; undefined if none does. */
export const petChanges = (before: Pet, after: Pet): PetChanges | undefined => {
  const previous = reversePatch(Object.keys(petPatchMembers), before, after);
  return previous && z.parse(PetChanges, previous);
};
