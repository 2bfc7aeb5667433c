import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { GET_PET_SUNSET } from '../../lib/pets/get-pet-sunset.ts';
import { Pet } from '../../lib/pets/pet.ts';
import { petId } from '../../lib/pets/pet-id.ts';
import { conditionalRead } from '../../lib/revisions/entity-tags.ts';

export const getPet = contract({
  operationId: 'getPet',
  tag: 'Pets',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get one pet',
  description:
    'An id that is not an int64 in plain digits is 404, as no pet can have it. `listPets` with `ids` answers `[]` for a pet that does not exist, and 400 for such an id.',
  request: { path: z.object({ petId }), headers: conditionalRead },
  success: { status: 200, body: Pet, headers: ['ETag'] },
  examples: {
    pet: {
      summary: 'A pet whose numbers need 64 bits',
      after: { pet: 'createPet.whole' },
      request: { path: { petId: '{pet.id}' } },
      answer: { id: 1n, name: 'Rex', categoryId: 9007199254740993n, status: 'pending' },
    },
  },
  errors: ['pet_not_found'],
  access: [{ table: 'pets', actions: ['GetItem'] }],
  deprecation: {
    since: new Date('2026-11-20T00:00:00Z'),
    sunset: GET_PET_SUNSET,
    elsewhere: 'From that date on, Location of createPet leads to listPets with ids',
    successor: '/pets?ids={petId}',
  },
});
