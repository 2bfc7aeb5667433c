import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { INT64, parseInt64 } from '../../lib/int64.ts';
import { Pet } from '../../lib/pets/pet.ts';

export const getPet = contract({
  operationId: 'getPet',
  api: 'pets',
  tag: 'Pets',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get one pet',
  description: 'An id that is no int64 in plain digits is 404, as no pet can have it.',
  request: {
    /** Undefined where the text is no int64: no pet can have such an id. */
    path: z.object({
      petId: z
        .pipe(z.string(), z.transform(parseInt64))
        .check(z.meta({ ...INT64, description: "The pet's id." })),
    }),
  },
  success: {
    status: 200,
    body: Pet,
  },
  examples: {
    pet: {
      summary: 'A pet whose numbers need 64 bits',
      after: { pet: 'createPet.least' },
      request: { path: { petId: '{pet.id}' } },
      answer: { id: 7n, name: 'Rex', categoryId: 9007199254740993n, status: 'available' },
    },
  },
  errors: ['pet_not_found'],
  access: [{ table: 'pets', actions: ['GetItem'] }],
  deprecation: {
    since: new Date('2026-11-20T00:00:00Z'),
    sunset: new Date('2030-12-05T00:00:00Z'),
    successor: '/pets',
  },
});
