import { backfill } from '../../infra/operator/backfills/backfill.ts';
import { indexAttributes } from '../../lib/pets/index-keys.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';

export const statusShardOf = ({ id, status }: Pick<PetItem, 'id' | 'status'>) =>
  indexAttributes(id, { status }).statusShard;

/** A backfill of an attribute that all writers of pets keep right: it follows from the last state of each pet. */
export const STATUS_SHARD = backfill({
  table: 'pets',
  description: 'Every pet is in the index by status.',
  schema: StoredPet,
  change: (pet) => ({ statusShard: statusShardOf(pet) }),
});
