import * as z from 'zod/mini';
import { ownedMembers } from '../revisions/precondition.ts';
import { buildDeclaredMembers } from '../values/declared-members.ts';
import { indexAttributes } from './index-keys.ts';
import { Pet } from './pet.ts';
import { petKey, petShard } from './pet-key.ts';

/** A pet with what only the service knows of it. */
export const PetItem = z.object({
  ...Pet.shape,
  ...ownedMembers,
  /** The id of the open order for it, if there is one. */
  heldBy: z.optional(z.bigint()),
});
export type PetItem = z.infer<typeof PetItem>;

/** Reads a pet as it is stored. The key is checked too: in another partition lists would not find it in its place. */
export const StoredPet = z.pipe(
  z
    .object({
      ...PetItem.shape,
      shard: z.bigint(),
    })
    .check(
      z.refine(({ id }) => id > 0n, { path: ['id'], error: 'must be at least 1' }),
      z.refine(({ id, shard }) => shard === petShard(id), {
        path: ['shard'],
        error: 'must follow from the id',
      }),
    ),
  z.transform(({ shard: _shard, ...pet }): PetItem => pet),
);

/** A new pet as it is stored: every attribute, so that it is also in the indexes. */
export const storedPet = (pet: PetItem) => ({
  ...petKey(pet.id),
  ...pet,
  ...indexAttributes(pet.id, pet),
});

export const toPet = buildDeclaredMembers(Pet);
