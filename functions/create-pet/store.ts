import { randomBytes } from 'node:crypto';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { buildCreateOnce, type Create } from '../../lib/idempotency/create-once.ts';
import { PetItem, storedPet } from '../../lib/pets/stored-pet.ts';
import { type Clock, systemClock } from '../../lib/process/clock.ts';
import { newRevision } from '../../lib/revisions/revision.ts';
import { buildTakeId, IdTakenError } from '../../lib/storage/id-counter.ts';
import type { TablesOf } from '../../lib/storage/tables.ts';
import { createPet, type PetInput } from './contract.ts';

export type OwnedNewPet = PetInput & Pick<PetItem, 'accountId'>;

/**
 * Creates a pet, once for each idempotency key. Two round trips, one for its id and one to store it.
 * @throws IdTakenError if the counter is lower than the ids in the table
 * @throws the errors of `CreateOnce`
 */
export type CreatePet = Create<OwnedNewPet, PetItem>;

export const buildCreatePet = (
  client: DynamoDBDocumentClient,
  tables: TablesOf<typeof createPet.access>,
  takeId = buildTakeId(client, tables, 'pets'),
  clock: Clock = systemClock,
): CreatePet => {
  const createOnce = buildCreateOnce(client, tables, createPet, PetItem, clock);

  const putOf = (pet: PetItem) => ({
    TableName: tables.pets,
    Item: storedPet(pet),
    ConditionExpression: 'attribute_not_exists(id)',
  });

  /** Stores a pet by itself, which takes fewer units than a transaction. */
  const put = async (pet: PetItem): Promise<void> => {
    const { Item, ...condition } = putOf(pet);
    // Distinguishes this pet from another one if the SDK sends the put again because its answer was lost.
    // The revision cannot: another client may have changed the pet since.
    const creation = randomBytes(6).toString('base64');
    const command = new PutCommand({
      ...condition,
      Item: { ...Item, creation },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    try {
      await client.send(command);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (error.Item?.['creation']?.S !== creation) throw new IdTakenError(pet.id);
    }
  };

  return async (input, idempotency) => {
    const pet: PetItem = { id: await takeId(), ...input, revision: newRevision() };
    if (idempotency === undefined) {
      await put(pet);
      return { item: pet, replayed: false };
    }
    const parts = { pet: { Put: putOf(pet) } };
    const result = await createOnce({ idempotency, input, item: pet, parts });
    if ('failed' in result) throw new IdTakenError(pet.id);
    return result;
  };
};
