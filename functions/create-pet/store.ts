import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Counter } from '../../lib/counter.ts';
import type { Creation } from '../../lib/idempotency/create-once.ts';
import { petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import type { PetItem } from '../../lib/pets/stored-pet.ts';
import { newRevision } from '../../lib/revision.ts';
import type { NewPet } from './new-pet.ts';

/** A pet to be, and the account that it will belong to. */
export type OwnedNewPet = NewPet & Pick<PetItem, 'accountId'>;

/**
 * Builds the creation of pets over the `pets` table and the counter that hands out ids. One round trip
 * to prepare a pet and one to store it, which throw the errors of `lib/storage-errors.ts`.
 */
export const buildPetCreation = (
  client: DynamoDBDocumentClient,
  table: string,
  ids: Counter,
): Creation<OwnedNewPet, PetItem> => {
  const put = (pet: PetItem, mark?: string) => ({
    TableName: table,
    Item: { ...petKey(pet.id), ...pet, ...statusAttributes(pet), ...(mark && { mark }) },
    ConditionExpression: 'attribute_not_exists(id)',
  });
  const refusal = ({ id }: PetItem) =>
    new Error(`The id ${id} is taken: the counter is lower than the ids in the table`);

  return {
    prepare: async (pet) => ({ id: await ids.next(), ...pet, revision: newRevision() }),

    store: async (pet) => {
      // Tells our own pet from another one where the SDK sends the put again, as its answer was lost.
      // Its revision would not do: somebody may have changed it since.
      const mark = randomBytes(6).toString('base64');
      try {
        await client.send(
          new PutCommand({ ...put(pet, mark), ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        );
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        if (error.Item?.['mark']?.S !== mark) throw refusal(pet);
      }
    },

    parts: (pet) => [{ Put: put(pet) }],
    refusal,
  };
};
