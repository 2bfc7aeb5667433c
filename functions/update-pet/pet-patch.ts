import * as z from 'zod/mini';
import { petPatchMembers } from '../../lib/pets/pet-changes.ts';

/** A change of a pet: a merge patch (RFC 7396). Members that are not declared here are dropped. */
export const PetPatch = z
  .object(petPatchMembers, { error: 'The body must be a JSON object' })
  .check(
    z.meta({
      id: 'PetPatch',
      description:
        'A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored.',
    }),
  );
export type PetPatch = z.infer<typeof PetPatch>;
