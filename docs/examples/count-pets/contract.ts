import * as z from 'zod/mini';
import { contract } from '../../lib/http/contract.ts';
import { int64 } from '../../lib/values/int64.ts';

export const countPets = contract({
  operationId: 'countPets',
  tag: 'Pets',
  method: 'GET',
  path: '/pet-count',
  stability: 'beta',
  summary: 'Count the ids given so far',
  description: 'There may be fewer pets: an id that was given is never given again.',
  request: {},
  success: { status: 200, body: z.object({ count: int64 }) },
  examples: {
    two: {
      summary: 'Two ids were given',
      after: { rex: 'createPet.whole', tom: 'createPet.least' },
      answer: { count: 2n },
    },
  },
  errors: [],
  access: [{ table: 'counters', actions: ['GetItem'] }],
});
