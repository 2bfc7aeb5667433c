import * as z from 'zod/mini';
import { ownedMembers } from '../revisions/precondition.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { Pet } from './pet.ts';
import { PET_KIND } from './pet-key.ts';

/** A pet with what only the service knows of it. */
export const PetItem = z.object({
  ...Pet.shape,
  ...ownedMembers,
  /** The id of the open order for it, if there is one. */
  heldBy: z.optional(z.bigint()),
});
export type PetItem = z.infer<typeof PetItem>;

/** Reads a pet as it is stored. The key is checked too: an index has items of every kind. */
export const StoredPet = z.pipe(
  z
    .object({ ...PetItem.shape, kind: z.literal(PET_KIND) })
    .check(z.refine(({ id }) => id > 0n, { path: ['id'], error: 'must be at least 1' })),
  z.transform(({ kind: _kind, ...pet }): PetItem => pet),
);

export const toPet = buildDeclaredMembers(Pet);
