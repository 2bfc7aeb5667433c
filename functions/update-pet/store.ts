import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readItem, UNSURE, WATCHED, watchAttempts } from '../../lib/dynamodb.ts';
import { type Change, changeCondition, checkChange } from '../../lib/owned-item.ts';
import { PET_KEY_ATTRIBUTES, petKey } from '../../lib/pets/pet-key.ts';
import { statusAttributes } from '../../lib/pets/status-attributes.ts';
import { type PetItem, StoredPet } from '../../lib/pets/stored-pet.ts';
import { RequestError } from '../../lib/request-error.ts';
import { newRevision } from '../../lib/revision.ts';
import { setAttributes } from '../../lib/set-attributes.ts';
import { StorageTimeoutError } from '../../lib/storage-errors.ts';
import { parseItem } from '../../lib/stored-item.ts';
import type { PetPatch } from './pet-patch.ts';

/**
 * Changes a pet. One round trip.
 * @returns the pet as it is then
 * @throws RequestError `pet_not_found`, `not_owner`, `precondition_failed` or `pet_ordered`, in this order
 * @throws MalformedItemError if what is stored is not a pet
 * @throws the errors of `lib/storage-errors.ts`
 */
export type UpdatePet = (id: bigint, patch: PetPatch, change: Change) => Promise<PetItem>;

/** Builds updatePet over the `pets` table. */
export const buildUpdatePet =
  (client: DynamoDBDocumentClient, table: string): UpdatePet =>
  async (id, patch, change) => {
    const revision = newRevision();
    const location = { table, keyAttributes: PET_KEY_ATTRIBUTES };
    const update = updateOf(id, patch, revision);
    const condition = changeCondition(change);
    const command = new UpdateCommand({
      TableName: table,
      Key: petKey(id),
      ...update,
      ConditionExpression:
        patch.status === undefined
          ? condition.ConditionExpression
          : `${condition.ConditionExpression} AND ${KEEPS_STATUS_WHILE_HELD}`,
      ExpressionAttributeValues: {
        ...condition.ExpressionAttributeValues,
        ...update.ExpressionAttributeValues,
      },
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    // Without a tag it would take effect twice, with the change of another client in between.
    const { isUnsure, middleware } = watchAttempts(change.ifMatch !== undefined);
    command.middlewareStack.add(middleware, WATCHED);
    try {
      const { Attributes = {} } = await client.send(command);
      return parseItem(StoredPet, Attributes, location);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const pet = error.Item && parseItem(StoredPet, readItem(error.Item), location);
      // Its first sending did it: the SDK sent it again because the answer was lost.
      if (pet?.revision === revision) return pet;
      // Or its first sending did it, and another client has changed the pet since.
      if (isUnsure()) throw new StorageTimeoutError(UNSURE, { cause: error });
      checkChange(pet, change, 'pet_not_found');
      throw new RequestError('pet_ordered');
    }
  };

const KEEPS_STATUS_WHILE_HELD = '(attribute_not_exists(heldBy) OR #status = :status)';

/** What a patch writes: nothing if it is empty, so that the revision stays too. */
const updateOf = (
  id: bigint,
  { status, ...others }: PetPatch,
  revision: string,
): Partial<ReturnType<typeof setAttributes>> => {
  const changes = Object.entries({
    ...others,
    ...(status && statusAttributes({ id, status })),
  }).filter(([, value]) => value !== undefined);
  return changes.length === 0 ? {} : setAttributes({ ...Object.fromEntries(changes), revision });
};
