import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { categoryShards, statusBegin, statusShards } from '../../lib/pets/index-keys.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PET_SHARDS } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import type { Page, PageRequest } from '../../lib/storage/read-page.ts';
import {
  type Build,
  PETS_BY_CATEGORY,
  PETS_BY_CATEGORY_AND_STATUS,
  PETS_BY_STATUS,
} from '../../lib/storage/tables.ts';
import { type ReadRange, readIndex, readTable, upTo } from './read-shards.ts';

export interface Filters {
  readonly categoryId?: bigint | undefined;
  readonly status?: PetStatus | undefined;
}

/**
 * Lists pets: without filters strongly consistent; with one as fresh as the index, which usually follows within a second. A
 * page takes one round trip, at most three where much is missing. It is full unless it is the last, or `readTable` met many
 * malformed items: these are left out, with a line in the log, and the next page begins after what was read.
 * @throws the errors of `lib/errors/storage-errors.ts`
 */
export type ListPets = (page: Filters & PageRequest) => Promise<Page<Pet>>;

export const buildListPets: Build<'pets', ListPets> = (client, { pets: table }) => {
  const parse = buildParseItems(StoredPet, { table, name: 'pets' });

  const reader =
    ({ index, shard: partitionKey, id: sortKey, begin }: Index): ReadRange<Pet> =>
    async ({ shard, first, last, limit }) => {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: table,
          ...(index === undefined ? { ConsistentRead: true } : { IndexName: index }),
          KeyConditionExpression: `#shard = :shard AND ${sortKey} BETWEEN :first AND :last`,
          ExpressionAttributeNames: { '#shard': partitionKey },
          ExpressionAttributeValues: {
            ':shard': shard,
            ':first': begin + first,
            ':last': begin + last,
          },
          Limit: limit,
        }),
      );
      const pets = parse(Items);
      return {
        items: pets.map(toPet),
        readTo: LastEvaluatedKey && upTo(wholePart(LastEvaluatedKey[sortKey]) - begin),
        hasMalformed: pets.length < Items.length,
      };
    };

  return async ({ after, limit, ...filters }) => {
    // One more than the page has, to know whether another follows.
    const need = limit + 1;
    const index = indexFor(filters);
    const read = reader(index);
    const { items, readTo } =
      index.index === undefined
        ? await readTable(read, after, need)
        : await readIndex(read, index.shards, after, need);
    return items.length > limit
      ? { items: items.slice(0, limit), next: items[limit - 1]?.id }
      : { items, next: readTo };
  };
};

/** The key of a malformed item may have a fraction. */
const wholePart = (key: unknown): bigint => BigInt(String(key).split('.', 1).join());

/** Where the pets of a list are, in order of their ids. */
interface Index {
  /** @default - the table itself, strongly consistent */
  readonly index?: string;
  /** The name of the partition key, and its values. */
  readonly shard: string;
  readonly shards: readonly bigint[];
  /** The name of the sort key, and what it is more than the id. */
  readonly id: string;
  readonly begin: bigint;
}

const indexFor = ({ status, categoryId }: Filters): Index => {
  const byId = { id: 'id', begin: 0n };
  if (categoryId === undefined) {
    return status === undefined
      ? { shard: 'shard', shards: PET_SHARDS, ...byId }
      : { index: PETS_BY_STATUS, shard: 'statusShard', shards: statusShards(status), ...byId };
  }
  const category = { shard: 'categoryShard', shards: categoryShards(categoryId) };
  return status === undefined
    ? { index: PETS_BY_CATEGORY, ...category, ...byId }
    : {
        index: PETS_BY_CATEGORY_AND_STATUS,
        ...category,
        id: 'statusId',
        begin: statusBegin(status),
      };
};
