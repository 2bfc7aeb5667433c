import { type DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { INT64_MAX } from '../../lib/int64.ts';
import type { Pet, PetStatus } from '../../lib/pets/pet.ts';
import { PET_KEY, PET_KIND } from '../../lib/pets/pet-key.ts';
import { StoredPet, toPet } from '../../lib/pets/stored-pet.ts';
import { MalformedItemError } from '../../lib/storage-errors.ts';
import { buildParseItems } from '../../lib/stored-item.ts';
import { PETS_BY_STATUS } from '../../lib/tables.ts';

/** Names one page of pets, in ascending order of id. */
export interface PageRequest {
  /** The page begins after this id; 0 for the first page. */
  readonly after: bigint;
  /** Most pets on the page, 1 to 100. */
  readonly limit: number;
  /** Only pets of this status. */
  readonly status?: PetStatus | undefined;
}

/** One page of pets. */
export interface Page {
  /** As many as the limit, unless it is the last page or follows many malformed items. */
  readonly pets: readonly Pet[];
  /** The next page begins after this id; undefined if this is the last page. */
  readonly next: bigint | undefined;
}

/**
 * Lists pets: without a status strongly consistent; with one as fresh as the index, which usually
 * follows within a second. One round trip. A malformed item is left out, with a line in the log; where
 * a page has some, further trips fill it up, three in all. Only after more than 1,100 malformed
 * items in a row a page is not full, and the next page goes on.
 * @throws the errors of `lib/storage-errors.ts`
 */
export type ListPets = (page: PageRequest) => Promise<Page>;

/** Items that the second and the third trip of a page read at most, in place of malformed ones. */
const REFILLS = [100, 1000];

/** Builds listPets over the `pets` table. */
export const buildListPets = (client: DynamoDBDocumentClient, table: string): ListPets => {
  const parsePets = buildParseItems(StoredPet, { table, key: PET_KEY });

  const queryOf = (status: PetStatus | undefined) =>
    status === undefined
      ? { key: 'kind', value: PET_KIND, ConsistentRead: true }
      : { key: 'status', value: status, IndexName: PETS_BY_STATUS };

  return async ({ after, limit, status }) => {
    const { key, value, ...query } = queryOf(status);
    const pets: Pet[] = [];
    let last = after;
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    for (const Limit of [limit + 1, ...REFILLS]) {
      const { Items = [], LastEvaluatedKey } = await client.send(
        new QueryCommand({
          TableName: table,
          ...query,
          KeyConditionExpression: '#key = :value AND id > :after',
          ExpressionAttributeNames: { '#key': key },
          ExpressionAttributeValues: { ':value': value, ':after': after },
          Limit,
          ExclusiveStartKey,
        }),
      );
      pets.push(...parsePets(Items).map(toPet));
      if (pets.length > limit) return { pets: pets.slice(0, limit), next: pets[limit - 1]?.id };
      if (LastEvaluatedKey === undefined) return { pets, next: undefined };
      ExclusiveStartKey = LastEvaluatedKey;
      last = Items.map(({ id }) => id).findLast(isId) ?? last;
    }
    if (last === after) {
      throw new MalformedItemError(
        `${table}: no item that follows the id ${after} has an id for a key`,
      );
    }
    return { pets, next: last };
  };
};

/** A cursor holds no other number: the key of a malformed item may have a fraction, or more digits. */
const isId = (id: unknown): id is bigint => typeof id === 'bigint' && id <= INT64_MAX;
