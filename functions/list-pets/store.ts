import { BatchGetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { StorageUnavailableError } from '../../lib/errors/storage-errors.ts';
import { categoryShards, statusBegin, statusShards } from '../../lib/pets/index-keys.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PET_SHARDS, petKey } from '../../lib/pets/pet-key.ts';
import { type PetItem, StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { MAX_ATTEMPTS, pause } from '../../lib/process/retry-pause.ts';
import { buildParseItems } from '../../lib/storage/parse-item.ts';
import type { Page, PageRequest } from '../../lib/storage/read-page.ts';
import type { Build, IndexName } from '../../lib/storage/tables.ts';
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
  readonly index?: IndexName<'pets'>;
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
      : { index: 'byStatus', shard: 'statusShard', shards: statusShards(status), ...byId };
  }
  const category = { shard: 'categoryShard', shards: categoryShards(categoryId) };
  return status === undefined
    ? { index: 'byCategory', ...category, ...byId }
    : { index: 'byCategoryAndStatus', ...category, id: 'statusId', begin: statusBegin(status) };
};

/**
 * Finds the pets with these ids, at most 100, strongly consistent and in ascending order of id. One
 * round trip, and more where DynamoDB leaves some out because it is busy. An item that is malformed is
 * left out, with a line in the log.
 */
export type FindPets = (ids: readonly bigint[]) => Promise<readonly PetItem[]>;

export const buildFindPets: Build<'pets', FindPets> = (client, { pets: table }) => {
  const parsePets = buildParseItems(StoredPet, { table, name: 'pets' });

  return async (ids) => {
    const pets: PetItem[] = [];
    let keys: Record<string, unknown>[] = [...new Set(ids)].map(petKey);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      if (attempt > 1) await pause(attempt);
      const { Responses = {}, UnprocessedKeys = {} } = await client.send(
        new BatchGetCommand({ RequestItems: { [table]: { Keys: keys, ConsistentRead: true } } }),
      );
      pets.push(...parsePets(Responses[table] ?? []));
      keys = UnprocessedKeys[table]?.Keys ?? [];
      if (keys.length === 0) return pets.sort((one, other) => (one.id < other.id ? -1 : 1));
    }
    throw new StorageUnavailableError(`${keys.length} keys of a batch were not read`);
  };
};
