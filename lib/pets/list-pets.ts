import {
  type DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../counter.ts';
import { buildParseItems } from '../stored-item.ts';
import { PETS_BY_STATUS } from '../tables.ts';
import { rangeOf } from './id-range.ts';
import { PET_KEY, type Pet, type PetStatus, StoredPet } from './pet.ts';

/** Names one page of pets, in ascending order of id. */
export interface PageRequest {
  /** The page begins behind this id; 0 for the first page. */
  readonly after: bigint;
  /** Most pets on the page, 1 to 100. */
  readonly limit: number;
  /** Only pets of this status. */
  readonly status?: PetStatus | undefined;
}

/** One page of pets; full unless it is the last. */
export interface Page {
  readonly pets: readonly Pet[];
  /** Whether there are pets behind this page. */
  readonly more: boolean;
}

/**
 * Lists pets: without a status strongly consistent; with one as fresh as the index, which usually
 * follows within a second. One round trip, two where a page reaches the end of a range
 * of ids, and one more for each whole range of a thousand ids that holds no pet. An item that is
 * malformed is left out, with a line in the log, and costs a further round trip: the page is filled up.
 * @throws the errors of `lib/storage-errors.ts`
 */
export type ListPets = (page: PageRequest) => Promise<Page>;

/** Items read at once in place of malformed ones: a long run of those must not be read one by one. */
const REFILL = 100;

/** Builds listPets over the `pets` table and the counter that hands out ids. */
export const buildListPets = (
  client: DynamoDBDocumentClient,
  table: string,
  ids: Pick<Counter, 'current'>,
): ListPets => {
  const parsePets = buildParseItems(StoredPet, { table, key: PET_KEY });

  /** Reads until there are `most` pets or, where items are malformed, some more; or nothing is left. */
  const query = async (
    most: number,
    input: Omit<QueryCommandInput, 'Limit' | 'TableName'>,
  ): Promise<Pet[]> => {
    const pets: Pet[] = [];
    let request: QueryCommandInput = { TableName: table, ...input, Limit: most };
    for (;;) {
      const { Items = [], LastEvaluatedKey } = await client.send(new QueryCommand(request));
      pets.push(...parsePets(Items));
      if (pets.length >= most || LastEvaluatedKey === undefined) return pets;
      request = { ...request, Limit: REFILL, ExclusiveStartKey: LastEvaluatedKey };
    }
  };

  const queryRange = (range: bigint, after: bigint, most: number) =>
    query(most, {
      KeyConditionExpression: 'idRange = :range AND id > :after',
      ExpressionAttributeValues: { ':range': range, ':after': after },
      ConsistentRead: true,
    });

  const queryStatus = (status: PetStatus, after: bigint, most: number) =>
    query(most, {
      IndexName: PETS_BY_STATUS,
      KeyConditionExpression: '#status = :status AND id > :after',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status, ':after': after },
    });

  /**
   * Reads range after range. Where one ends early, the counter tells whether there are further
   * ones: an empty range proves nothing, as creates that failed leave gaps.
   */
  const queryAll = async (after: bigint, most: number): Promise<Pet[]> => {
    let range = rangeOf(after + 1n);
    const pets = await queryRange(range, after, most);
    if (pets.length >= most) return pets;
    range += 1n;
    const [next, highest] = await Promise.all([
      queryRange(range, after, most - pets.length),
      ids.current(),
    ]);
    pets.push(...next);
    while (pets.length < most && range < rangeOf(highest)) {
      range += 1n;
      pets.push(...(await queryRange(range, after, most - pets.length)));
    }
    return pets;
  };

  return async ({ after, limit, status }) => {
    const most = limit + 1;
    const pets = await (status === undefined
      ? queryAll(after, most)
      : queryStatus(status, after, most));
    return { pets: pets.slice(0, limit), more: pets.length > limit };
  };
};
