import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem } from '../../lib/dynamodb.ts';
import { type Change, changeCondition, checkChange } from '../../lib/owned-item.ts';
import { PET_KEY, petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { newRevision } from '../../lib/revision.ts';
import { parseItem } from '../../lib/stored-item.ts';
import type { PetPatch } from './pet-patch.ts';

/**
 * Changes a pet. One round trip.
 * @returns the pet as it is then
 * @throws RequestError `pet_not_found`, `not_owner` or `precondition_failed`, in this order
 * @throws MalformedItemError if what is stored is not a pet
 * @throws the errors of `lib/storage-errors.ts`
 */
export type UpdatePet = (id: bigint, patch: PetPatch, change: Change) => Promise<PetItem>;

/** Builds updatePet over the `pets` table. */
export const buildUpdatePet =
  (client: DynamoDBDocumentClient, table: string): UpdatePet =>
  async (id, patch, change) => {
    const revision = newRevision();
    const place = { table, key: PET_KEY };
    const { ExpressionAttributeValues, ...condition } = changeCondition(change);
    const { ExpressionAttributeValues: newValues, ...update } = updateOf(id, patch, revision);
    try {
      const { Attributes = {} } = await client.send(
        new UpdateCommand({
          TableName: table,
          Key: petKey(id),
          ...condition,
          ...update,
          ExpressionAttributeValues: { ...ExpressionAttributeValues, ...newValues },
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return parseItem(StoredPet, Attributes, place);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const pet = error.Item && parseItem(StoredPet, readItem(error.Item), place);
      // Its first sending did it: the SDK sent it again because the answer was lost.
      if (pet?.revision === revision) return pet;
      checkChange(pet, change, 'pet_not_found');
      throw error;
    }
  };

/** What a patch writes: nothing if it is empty, so that the revision stays too. */
const updateOf = (id: bigint, { status, ...others }: PetPatch, revision: string) => {
  const changes = Object.entries({
    ...others,
    ...(status && statusAttributes({ id, status })),
  }).filter(([, value]) => value !== undefined);
  if (changes.length === 0) return {};
  const attributes = [...changes, ['revision', revision] as const];
  return {
    UpdateExpression: `SET ${attributes.map(([name]) => `#${name} = :${name}`)}`,
    ExpressionAttributeNames: Object.fromEntries(attributes.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(
      attributes.map(([name, value]) => [`:${name}`, value]),
    ),
  };
};
