import type * as z from 'zod/mini';
import { bodyOf } from '../../lib/http/body.ts';
import { petPatchMembers } from '../../lib/pets/pet-changes.ts';

export const PetPatch = bodyOf(
  'PetPatch',
  'A change of a pet, as a JSON merge patch (RFC 7396). Members that are left out stay as they are. No member can be removed, so null is refused. Other members are ignored.',
  petPatchMembers,
);
export type PetPatch = z.infer<typeof PetPatch>;
