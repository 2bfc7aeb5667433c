import * as z from 'zod/mini';
import { kept } from '../../lib/merge-patch.ts';
import { PetStatus, petMembers } from '../../lib/pets/pet.ts';

/** A change of a pet: a merge patch (RFC 7396). Members that are not declared here are dropped. */
export const PetPatch = z
  .object(
    {
      name: kept(petMembers.name),
      categoryId: kept(petMembers.categoryId),
      status: kept(PetStatus),
    },
    { error: 'The body must be a JSON object' },
  )
  .check(
    z.meta({
      id: 'PetPatch',
      description:
        'A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored.',
    }),
  );
export type PetPatch = z.infer<typeof PetPatch>;
