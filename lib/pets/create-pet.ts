import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../counter.ts';
import type { Creation } from '../idempotency/create-once.ts';
import { rangeOf } from './id-range.ts';
import type { NewPet, Pet } from './pet.ts';

/**
 * As no two creates share an id, the same pet under this id is our own: written by an attempt
 * whose answer was lost, or for another request with the same idempotency key.
 */
const UNTAKEN_OR_OURS =
  'attribute_not_exists(id) OR (#name = :name AND categoryId = :categoryId AND #status = :status)';

/**
 * Builds the creation of pets over the `pets` table and the counter that hands out ids. A round trip
 * each half, which throw the errors of `lib/storage-errors.ts`.
 */
export const buildPetCreation = (
  client: DynamoDBDocumentClient,
  table: string,
  ids: Pick<Counter, 'next'>,
): Creation<NewPet, Pet> => ({
  prepare: async (pet) => ({ id: await ids.next(), ...pet }),

  store: async (pet) => {
    try {
      await client.send(
        new PutCommand({
          TableName: table,
          Item: { ...pet, idRange: rangeOf(pet.id) },
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
      throw new Error(`The id ${pet.id} is taken: the counter is behind the table`);
    }
  },
});
