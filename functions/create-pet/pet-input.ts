import * as z from 'zod/mini';
import { bodyOf } from '../../lib/http/body.ts';
import { petMembers } from '../../lib/pets/pet.ts';

export const PetInput = bodyOf('PetInput', 'A pet to be. Other members are ignored.', {
  ...petMembers,
  status: z._default(petMembers.status, 'available'),
});
export type PetInput = z.infer<typeof PetInput>;
