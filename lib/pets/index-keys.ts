import type { Pet, PetStatus } from './pet.ts';

/** The numbers of statuses in keys. They are stored: never change one. */
const STATUS_NUMBER = { available: 0n, pending: 1n, sold: 2n } as const satisfies Record<
  PetStatus,
  bigint
>;

/** More than any id. */
const RANGE = 10n ** 19n;

/** Each status, and each category, has so many partitions in an index. It is stored: never change it. */
const SHARDS = 4n;

/**
 * One of four shards by Fibonacci hashing: pets that follow each other are spread evenly, also if their ids are two or four apart.
 * A client may create a cat and a dog in turn.
 */
const indexShard = (id: bigint): bigint => BigInt.asUintN(32, id * 0x9e3779b1n) >> 30n;

/** A number and each of its shards as one number, which takes fewer bytes than text. */
const shardOf = (number: bigint, shard: bigint): bigint => number * SHARDS + shard;

const shardsOf = (number: bigint): readonly bigint[] =>
  Array.from({ length: Number(SHARDS) }, (_, shard) => shardOf(number, BigInt(shard)));

/** The partitions of the index by status that have the pets of a status. */
export const statusShards = (status: PetStatus) => shardsOf(STATUS_NUMBER[status]);

/** The partitions of the indexes by category that have the pets of a category. */
export const categoryShards = shardsOf;

/** What a `statusId` is more than the id. So one index has the pets of a category by status and then by id. */
export const statusBegin = (status: PetStatus): bigint => STATUS_NUMBER[status] * RANGE;

/**
 * A status, or a category, with the attributes of a pet's item that follow from it and from the id: the keys of indexes.
 * A writer that changes one of them writes all of these.
 * @param id at least 0
 */
export const indexAttributes = (
  id: bigint,
  {
    status,
    categoryId,
  }: { readonly [Member in 'categoryId' | 'status']?: Pet[Member] | undefined },
) => ({
  ...(status !== undefined && {
    status,
    statusId: statusBegin(status) + id,
    statusShard: shardOf(STATUS_NUMBER[status], indexShard(id)),
  }),
  ...(categoryId !== undefined && {
    categoryId,
    categoryShard: shardOf(categoryId, indexShard(id)),
  }),
});
