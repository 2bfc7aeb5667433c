/**
 * Pets are in sixteen partitions, by blocks of 128 ids: the neighbours of a pet are next to it, and the next block is in the
 * next partition. Both numbers are stored in keys: never change them. docs/decisions/0018-shards-of-pets.md.
 */
const [BLOCK, SHARDS] = [128n, 16n];

export const PET_SHARDS: readonly bigint[] = Array.from({ length: Number(SHARDS) }, (_, n) =>
  BigInt(n),
);

/** The partition key of a pet: floor(id / 128) mod 16, for ids below 0 too. */
export const petShard = (id: bigint): bigint => (BigInt.asUintN(64, id) / BLOCK) % SHARDS;

/** The last id of the block that an id is in. */
export const endOfBlock = (id: bigint): bigint => id | (BLOCK - 1n);

export const petKey = (id: bigint) => ({ shard: petShard(id), id });
