import { contract } from '../../lib/http/contract.ts';
import { NewPet, Pet } from '../../lib/pets/pet.ts';

export const createPet = contract({
  operationId: 'createPet',
  api: 'pets',
  method: 'POST',
  path: '/pets',
  summary: 'Put a pet up for adoption',
  description:
    'The answer to the request is the pet with its new `id`. Requests that overlap may be given ids in another order than they are answered in, and one that is completed by its repetition has the id of its first sending.',
  request: {
    body: NewPet,
    idempotencyKey: true,
    examples: {
      whole: { summary: 'All members', value: { name: 'Rex', categoryId: 1, status: 'pending' } },
      least: { summary: 'Only what is required', value: { name: 'Tom', categoryId: 2 } },
    },
  },
  success: {
    status: 201,
    body: Pet,
    examples: {
      whole: {
        summary: 'The pet with its id',
        value: { id: 1n, name: 'Rex', categoryId: 1n, status: 'pending' },
      },
    },
    headers: ['Location'],
    links: { getPet: { petId: '$response.body#/id' } },
  },
  errors: [],
  access: [
    { table: 'counters', actions: ['UpdateItem'] },
    { table: 'idempotencyKeys', actions: ['GetItem', 'PutItem'] },
    { table: 'pets', actions: ['PutItem'] },
  ],
});
