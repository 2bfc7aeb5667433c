import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PETS_BY_STATUS } from '../../lib/tables.ts';

const LIMIT_FAULT = 'must be a whole number from 1 to 100, given once';

export const listPets = contract({
  operationId: 'listPets',
  api: 'pets',
  method: 'GET',
  path: '/pets',
  summary: 'List pets in ascending order of id',
  request: {
    query: z.object({
      /** Most pets on a page. */
      limit: z._default(
        z.pipe(
          z.string(LIMIT_FAULT).check(z.regex(/^(?:[1-9]\d?|100)$/, LIMIT_FAULT)),
          z.transform(Number),
        ),
        20,
      ),
      status: z.optional(PetStatus),
      cursor: z.optional(z.string('must be given once')),
    }),
  },
  success: { status: 200, body: z.array(Pet) },
  errors: ['validation_failed', 'invalid_cursor'],
  access: [
    { table: 'pets', actions: ['Query'] },
    { table: 'pets', index: PETS_BY_STATUS, actions: ['Query'] },
    { table: 'counters', actions: ['GetItem'] },
  ],
});
