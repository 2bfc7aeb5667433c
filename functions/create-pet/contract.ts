import * as z from 'zod/mini';
import { bodyOf, contract } from '../../lib/http/contract.ts';
import { Pet, petMembers } from '../../lib/pets/pet.ts';

export const PetInput = bodyOf('PetInput', 'A pet to be. Other members are ignored.', {
  ...petMembers,
  status: z._default(petMembers.status, 'available'),
});
export type PetInput = z.infer<typeof PetInput>;

export const createPet = contract({
  operationId: 'createPet',
  tag: 'Pets',
  method: 'POST',
  path: '/pets',
  summary: 'Put a pet up for adoption',
  description:
    'The answer is the pet with its new `id`. If requests overlap, the order of their ids may not be the order of their answers.',
  request: { body: PetInput, idempotencyKey: true },
  success: {
    status: 201,
    body: Pet,
    headers: ['ETag', 'Location'],
    links: { listPets: 'ids', updatePet: 'petId', deletePet: 'petId' },
  },
  examples: {
    // The reference fills in the first one: a pet that can be ordered.
    least: {
      summary: 'Only what is required',
      request: { body: { name: 'Tom', categoryId: 2 } },
      answer: { id: 2n, name: 'Tom', categoryId: 2n, status: 'available' },
    },
    whole: {
      summary: 'All members, and a number that needs 64 bits',
      request: { body: { name: 'Rex', categoryId: 9007199254740993n, status: 'pending' } },
      answer: { id: 1n, name: 'Rex', categoryId: 9007199254740993n, status: 'pending' },
    },
  },
  errors: [],
  access: [
    { table: 'counters', actions: ['UpdateItem'] },
    { table: 'idempotencyKeys', actions: ['PutItem'] },
    { table: 'pets', actions: ['PutItem'] },
  ],
});
