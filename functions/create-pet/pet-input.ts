import * as z from 'zod/mini';
import { petMembers } from '../../lib/pets/pet.ts';

/** A pet as a client describes it. Members that are not declared here are dropped. */
export const PetInput = z
  .object(
    { ...petMembers, status: z._default(petMembers.status, 'available') },
    { error: 'The body must be a JSON object' },
  )
  .check(z.meta({ id: 'PetInput', description: 'A pet to be. Other members are ignored.' }));
export type PetInput = z.infer<typeof PetInput>;
