import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../counter.ts';
import { PETS_BY_STATUS } from '../tables.ts';
import { type NewPet, Pet, PetNotFoundError, type PetStatus } from './pet.ts';

/** Ids per partition. Ids are dense, so ranges of ids fill partitions evenly. */
const RANGE = 1000n;

/**
 * As no two creates share an id, the same pet under this id is our own: written by an attempt
 * whose answer was lost, and put again by the SDK's retry.
 */
const UNTAKEN_OR_OURS =
  'attribute_not_exists(id) OR (#name = :name AND categoryId = :categoryId AND #status = :status)';

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

/** The pets in DynamoDB. Every function throws the errors of `lib/storage-errors.ts`. */
export interface PetStore {
  /** Stores a pet under a new id. Two round trips. */
  readonly create: (pet: NewPet) => Promise<Pet>;
  /** @throws PetNotFoundError if there is no pet with this id */
  readonly get: (id: bigint) => Promise<Pet>;
  /**
   * Without a status strongly consistent; with one as fresh as the index, usually within a second.
   * One round trip, two where a page reaches the end of a range of ids.
   */
  readonly list: (page: PageRequest) => Promise<Page>;
}

/** Builds the store over the `pets` table and the counter that hands out ids. */
export const buildPetStore = (
  client: DynamoDBDocumentClient,
  table: string,
  ids: Counter,
): PetStore => {
  const query = async (input: Omit<QueryCommandInput, 'TableName'>): Promise<Pet[]> => {
    const { Items = [] } = await client.send(new QueryCommand({ TableName: table, ...input }));
    return Items.map((item) => Pet.parse(item));
  };

  const queryRange = (range: bigint, after: bigint, most: number) =>
    query({
      KeyConditionExpression: 'idRange = :range AND id > :after',
      ExpressionAttributeValues: { ':range': range, ':after': after },
      ConsistentRead: true,
      Limit: most,
    });

  const queryStatus = (status: PetStatus, after: bigint, most: number) =>
    query({
      IndexName: PETS_BY_STATUS,
      KeyConditionExpression: '#status = :status AND id > :after',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':status': status, ':after': after },
      Limit: most,
    });

  /**
   * Reads range after range. Where one ends early, the counter tells whether there are further
   * ones: an empty range proves nothing, as creates that failed leave gaps.
   */
  const queryAll = async (after: bigint, most: number): Promise<Pet[]> => {
    let range = rangeOf(after + 1n);
    let last: bigint | undefined;
    const pets = await queryRange(range, after, most);
    while (pets.length < most && (last === undefined || range < last)) {
      range += 1n;
      const [next, highest] = await Promise.all([
        queryRange(range, after, most - pets.length),
        ids.current(),
      ]);
      pets.push(...next);
      last = rangeOf(highest);
    }
    return pets;
  };

  return {
    create: async (pet) => {
      const created = { ...pet, id: await ids.next() };
      try {
        await client.send(
          new PutCommand({
            TableName: table,
            Item: { ...created, idRange: rangeOf(created.id) },
            ConditionExpression: UNTAKEN_OR_OURS,
            ExpressionAttributeNames: { '#name': 'name', '#status': 'status' },
            ExpressionAttributeValues: {
              ':name': pet.name,
              ':categoryId': pet.categoryId,
              ':status': pet.status,
            },
          }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        throw new Error(`The id ${created.id} is taken: the counter is behind the table`);
      }
      return created;
    },

    get: async (id) => {
      const { Item } = await client.send(
        new GetCommand({
          TableName: table,
          Key: { idRange: rangeOf(id), id },
          ConsistentRead: true,
        }),
      );
      if (Item === undefined) throw new PetNotFoundError();
      return Pet.parse(Item);
    },

    list: async ({ after, limit, status }) => {
      const most = limit + 1;
      const pets = await (status === undefined
        ? queryAll(after, most)
        : queryStatus(status, after, most));
      return { pets: pets.slice(0, limit), more: pets.length > limit };
    },
  };
};

const rangeOf = (id: bigint): bigint => id / RANGE;
