import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { DOCUMENTATION } from '../../lib/http/documentation.ts';
import { parseInt64 } from '../../lib/int64.ts';
import { Pet } from '../../lib/pets/pet.ts';

export const getPet = contract({
  operationId: 'getPet',
  api: 'pets',
  method: 'GET',
  path: '/pets/{petId}',
  summary: 'Get one pet',
  request: {
    /** Undefined where the text is no int64: no pet can have such an id. */
    path: z.object({ petId: z.pipe(z.string(), z.transform(parseInt64)) }),
  },
  success: { status: 200, body: Pet },
  errors: ['pet_not_found'],
  access: [{ table: 'pets', actions: ['GetItem'] }],
  deprecation: {
    since: new Date('2026-11-20T00:00:00Z'),
    sunset: new Date('2030-12-05T00:00:00Z'),
    successor: '/pets',
    documentation: new URL('deprecations#getPet', DOCUMENTATION),
  },
});
