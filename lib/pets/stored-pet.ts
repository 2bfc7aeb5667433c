import * as z from 'zod/mini';
import { Pet } from './pet.ts';
import { PET_KIND } from './pet-key.ts';

/** Reads a pet as it is stored. The key is checked too: an index has items of every kind. */
export const StoredPet = z.pipe(
  z
    .object({ ...Pet.shape, kind: z.literal(PET_KIND) })
    .check(z.refine(({ id }) => id > 0n, { path: ['id'], error: 'must be at least 1' })),
  z.transform(({ kind: _kind, ...pet }): Pet => pet),
);
