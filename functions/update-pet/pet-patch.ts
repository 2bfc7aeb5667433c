import * as z from 'zod/mini';
import { PetStatus, petMembers } from '../../lib/pets/pet.ts';

/** A change of a pet: a merge patch (RFC 7396). Members that are not declared here are dropped. */
export const PetPatch = z
  .object(
    {
      name: z.optional(petMembers.name),
      categoryId: z.optional(petMembers.categoryId),
      status: z.optional(PetStatus),
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
