import * as z from 'zod/mini';
import { ownedMembers } from '../revisions/precondition.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { Pet } from './pet.ts';
import { PET_KIND } from './pet-key.ts';

/** The id of the open order for a pet, if there is one. Stored as `heldBy`. */
const openOrderId = z.optional(z.bigint());

/** A pet with what only the service knows of it. */
export const PetItem = z.object({ ...Pet.shape, ...ownedMembers, openOrderId });
export type PetItem = z.infer<typeof PetItem>;

/** Reads a pet as it is stored. The key is checked too: an index has items of every kind. */
export const StoredPet = z.pipe(
  z
    .object({
      ...Pet.shape,
      ...ownedMembers,
      heldBy: openOrderId,
      kind: z.literal(PET_KIND),
    })
    .check(z.refine(({ id }) => id > 0n, { path: ['id'], error: 'must be at least 1' })),
  z.transform(({ kind: _kind, heldBy, ...pet }): PetItem => ({ ...pet, openOrderId: heldBy })),
);

/** A pet as clients see it. */
export const toPet = buildDeclaredMembers(Pet);
