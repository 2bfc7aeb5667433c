import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../counter.ts';
import { rangeOf } from './id-range.ts';
import type { NewPet, Pet } from './pet.ts';

/**
 * Stores a pet under a new id. Two round trips.
 * @throws the errors of `lib/storage-errors.ts`
 */
export type CreatePet = (pet: NewPet) => Promise<Pet>;

/**
 * As no two creates share an id, the same pet under this id is our own: written by an attempt
 * whose answer was lost, and put again by the SDK's retry.
 */
const UNTAKEN_OR_OURS =
  'attribute_not_exists(id) OR (#name = :name AND categoryId = :categoryId AND #status = :status)';

/** Builds createPet over the `pets` table and the counter that hands out ids. */
export const buildCreatePet =
  (client: DynamoDBDocumentClient, table: string, ids: Pick<Counter, 'next'>): CreatePet =>
  async (pet) => {
    const id = await ids.next();
    try {
      await client.send(
        new PutCommand({
          TableName: table,
          Item: { ...pet, id, idRange: rangeOf(id) },
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
      throw new Error(`The id ${id} is taken: the counter is behind the table`);
    }
    return { id, ...pet };
  };
